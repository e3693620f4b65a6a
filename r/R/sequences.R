# What the library takes: letters as a character vector with its names, and an alphabet.
letters_of <- function(sequences, what) {
  if (inherits(sequences, c("XStringSet", "XString"))) {
    if (inherits(sequences, "XString")) return(as.character(sequences))
    return(as.character(sequences, use.names = TRUE))
  }
  if (is.factor(sequences)) return(stats::setNames(as.character(sequences), names(sequences)))
  if (!is.character(sequences)) stop(what, " must be a character vector or a set of Biostrings", call. = FALSE)
  sequences
}

# Of Biostrings' own class; else of the letters: "auto" looks whether they are DNA or protein.
alphabet_of <- function(sequences, alphabet) {
  if (!is.null(alphabet)) return(match.arg(alphabet, c("auto", "dna", "protein", "bytes", "utf8")))
  if (inherits(sequences, c("DNAStringSet", "RNAStringSet", "DNAString", "RNAString"))) return("dna")
  if (inherits(sequences, c("AAStringSet", "AAString"))) return("protein")
  "auto"
}

# Words and texts are compared letter by letter as they are, whatever they look like.
text_alphabet_of <- function(a, b, alphabet) {
  if (is.null(alphabet)) alphabet <- alphabet_of(a, NULL)
  if (alphabet != "auto") return(alphabet_of(a, alphabet))
  if (any_beyond_ascii(letters_of(a, "a")) || any_beyond_ascii(letters_of(b, "b"))) "utf8" else "bytes"
}

any_beyond_ascii <- function(letters) any(grepl("[^ -~\t\r\n]", letters, useBytes = TRUE))

one_of <- function(sequences, what) {
  letters <- letters_of(sequences, what)
  if (length(letters) != 1) stop(what, " must be one sequence, not ", length(letters), call. = FALSE)
  letters
}
