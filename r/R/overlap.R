#' The longest region that t of m sequences share exactly
#'
#' By suffix array, in time close to linear in the letters.
#'
#' @inheritParams longest_common_substring
#' @return A list: `letters` (NA where nothing is shared), `support` and `occurrences`, a data frame of sequence, start, end and
#'   strand with every place that holds them.
#' @references Arnold, Ohlebusch: Linear Time Algorithms for Generalizations of the Longest Common Substring Problem.
#' @examples
#' shared_region(c("EFEF", "FEEFE"), support = 2)$letters
#' @export
shared_region <- function(sequences, support = NULL, min_length = 1, both_strands = FALSE, alphabet = NULL,
                          threads = 0, device = "auto") {
  letters <- letters_of(sequences, "sequences")
  concord_shared_region(letters, alphabet_of(sequences, alphabet), support_of(support, length(letters)), min_length,
                        both_strands, threads, device)
}

#' Maximal exact matches between two collections
#'
#' @param a,b Character vectors or sets of Biostrings.
#' @param min_length Letters of a match at least.
#' @param unique Only those whose letters occur once in `a` and once in `b` (MUMs).
#' @param both_strands Those with the reverse complements of `b` as well (DNA only).
#' @inheritParams longest_common_substring
#' @return A data frame of sequence_a, start_a, sequence_b, start_b, strand_b and length; places are those of the sequences as
#'   given, on either strand.
#' @examples
#' maximal_matches("ACGTACGTTT", "GGACGTAC", min_length = 5)
#' @export
maximal_matches <- function(a, b, min_length = 20, unique = FALSE, both_strands = FALSE, alphabet = NULL,
                            threads = 0, device = "auto") {
  concord_matches(unname(letters_of(a, "a")), unname(letters_of(b, "b")), alphabet_of(a, alphabet), min_length, unique,
                  both_strands, threads, device)
}
