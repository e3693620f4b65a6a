#' The longest substring that t of m sequences share with up to k differences
#'
#' The source of a substring is one of the sequences that hold it. Of several longest ones the answer is the one in the first
#' sequence, and there the leftmost.
#'
#' @param sequences A character vector or a set of Biostrings.
#' @param mismatches k: letters by which an occurrence may differ; edits with `metric = "levenshtein"`.
#' @param support t: how many sequences must hold an occurrence. Below 1 it is a share of them; the default is a fifth, but at
#'   least 2.
#' @param min_length Shorter substrings are not reported.
#' @param metric `"hamming"` (mismatches) or `"levenshtein"` (insertions and deletions as well).
#' @param both_strands An occurrence of the reverse complement counts (DNA only).
#' @param iupac Letters such as R match those that they stand for (DNA only).
#' @param from_start,from_end Only so many first and last letters of each sequence count; 0 and 0: all.
#' @param copies Occurrences that do not overlap, in each sequence that counts.
#' @param top How many answers; the occurrences of each are masked before the next is searched.
#' @param alphabet `"auto"`, `"dna"`, `"protein"` or `"bytes"`; Biostrings know their own.
#' @param threads 0: all cores.
#' @param device `"auto"`, `"cpu"`, `"cuda"`, `"cuda:0"` ...
#' @return A list of two data frames. `answers`: letters, sequence (its number), start, end, support; no row where nothing is
#'   shared. `occurrences`, the best one in each sequence that holds an answer: answer (its row), sequence, name, start, end,
#'   strand, differences, and with edits a CIGAR, in which an insertion is a letter of the answer only.
#' @references Hasibi, Mhaskar, Smyth: Approximate Longest Common Substring of Multiple Strings: Experimental Evaluation.
#' @examples
#' reads <- c(r1 = "TTGATTACAGG", r2 = "CCGATTACACC", r3 = "AAGATTTCATT")
#' longest_common_substring(reads, mismatches = 1, support = 3)$answers
#' @export
longest_common_substring <- function(sequences, mismatches = 0, support = NULL, min_length = 1,
                                     metric = c("hamming", "levenshtein"), both_strands = FALSE, iupac = FALSE,
                                     from_start = 0, from_end = 0, copies = 1, top = 1, alphabet = NULL, threads = 0,
                                     device = "auto") {
  letters <- letters_of(sequences, "sequences")
  given <- list(mismatches = mismatches, support = support_of(support, length(letters)), min_length = min_length,
                metric = match.arg(metric), both_strands = both_strands, iupac = iupac, from_start = from_start,
                from_end = from_end, copies = copies, top = top, threads = threads, device = device)
  found <- concord_substring(letters, alphabet_of(sequences, alphabet), given)
  occurrences <- found$occurrences
  occurrences$name <- found$names[occurrences$sequence]
  columns <- c("answer", "sequence", "name", "start", "end", "strand", "differences")
  if (given$metric == "levenshtein") columns <- c(columns, "cigar")
  list(answers = found$answers, occurrences = occurrences[columns])
}

# A count; a share of the sequences below 1; 0, which is the default, for NULL.
support_of <- function(support, sequences) {
  if (is.null(support)) return(0)
  if (!is.numeric(support) || length(support) != 1 || is.na(support) || support <= 0)
    stop("support must be a number of sequences, or a share of them below 1", call. = FALSE)
  if (support < 1) ceiling(support * sequences - 1e-9) else support
}
