batch_options <- function(metric, max_distance, threads, device) {
  metrics <- c("levenshtein", "indel", "hamming", "osa", "damerau-levenshtein")
  list(metric = match.arg(metric, metrics), max_distance = max_distance, threads = threads, device = device)
}

#' Edit distances of pairs, or of all against all
#'
#' `edit_distances()` compares the i-th of `a` with the i-th of `b`; `distance_matrix()` each of `a` with each of `b`.
#'
#' @param a,b Character vectors or sets of Biostrings. `distance_matrix()` compares `a` with itself unless `b` is given.
#' @param metric `"levenshtein"`, `"indel"`, `"hamming"`, `"osa"` (optimal string alignment) or `"damerau-levenshtein"`.
#' @param max_distance Greater distances are NA; the smaller it is, the faster.
#' @param alphabet NULL: that of Biostrings; of character vectors every letter as it stands. `"dna"`, `"protein"`, `"bytes"` or
#'   `"utf8"` otherwise.
#' @param threads 0: all cores.
#' @param device `"auto"`, `"cpu"`, `"cuda"`, `"cuda:0"` ...
#' @return An integer vector; a matrix with the names of `a` and `b`. NA where the distance is greater than `max_distance`, or
#'   the lengths differ (hamming). Time: about letters x letters / 64 / lanes of a vector / threads.
#' @references Myers: A Fast Bit-Vector Algorithm for Approximate String Matching Based on Dynamic Programming.
#' @examples
#' edit_distances("kitten", "sitting")
#' distance_matrix(c(x = "flaw", y = "lawn"))
#' @export
edit_distances <- function(a, b, metric = "levenshtein", max_distance = Inf, alphabet = NULL, threads = 0,
                           device = "auto") {
  concord_zipped_distances(letters_of(a, "a"), letters_of(b, "b"), text_alphabet_of(a, b, alphabet),
                           batch_options(metric, max_distance, threads, device))
}

#' @rdname edit_distances
#' @export
distance_matrix <- function(a, b = a, metric = "levenshtein", max_distance = Inf, alphabet = NULL, threads = 0,
                            device = "auto") {
  of_a <- letters_of(a, "a")
  of_b <- letters_of(b, "b")
  distances <- concord_all_distances(of_a, of_b, text_alphabet_of(a, b, alphabet),
                                     batch_options(metric, max_distance, threads, device))
  if (!is.null(names(of_a)) || !is.null(names(of_b))) dimnames(distances) <- list(names(of_a), names(of_b))
  distances
}

#' Pairs within a distance, and nearest ones
#'
#' `near_pairs()` lists all pairs within `max_distance` without comparing all: of `a` with itself each pair once, or of `a`
#' with `b`. `nearest()` lists the `count` nearest of `b` for each of `a`.
#'
#' @inheritParams edit_distances
#' @param a,b Character vectors or sets of Biostrings.
#' @param count How many for each of `a`.
#' @return A data frame of the numbers `a` and `b` and the `distance`, in the order of `a`, then of `b` (`nearest()`: nearest
#'   first).
#' @references Li, Deng, Wang, Feng: Pass-Join: A Partition-based Method for Similarity Joins, PVLDB 5(3), 2011.
#' @examples
#' near_pairs(c("ACGTACGT", "ACGTACCT", "TTTTTTTT"), max_distance = 1)
#' nearest("hte", c("the", "hat", "tea"), metric = "osa")
#' @export
near_pairs <- function(a, b = NULL, max_distance, metric = "levenshtein", alphabet = NULL, threads = 0,
                       device = "auto") {
  concord_near_pairs(letters_of(a, "a"), if (!is.null(b)) letters_of(b, "b"),
                     text_alphabet_of(a, if (is.null(b)) a else b, alphabet),
                     batch_options(metric, max_distance, threads, device))
}

#' @rdname near_pairs
#' @export
nearest <- function(a, b, count = 1, metric = "levenshtein", max_distance = Inf, alphabet = NULL, threads = 0,
                    device = "auto") {
  concord_nearest(letters_of(a, "a"), letters_of(b, "b"), count, text_alphabet_of(a, b, alphabet),
                  batch_options(metric, max_distance, threads, device))
}

#' An optimal alignment, and the longest common subsequence, of two sequences
#'
#' @inheritParams edit_distances
#' @param a,b One sequence each.
#' @param metric `"levenshtein"` or `"indel"`.
#' @return `align_pair()`: a list of `distance` and `cigar`, in which `=` is a match, `X` a mismatch, `I` a letter of `a` only and
#'   `D` one of `b` only. `longest_common_subsequence()`: a list of `length`, `letters` and `cigar`. Memory is linear in the
#'   lengths.
#' @references Hyyro: Bit-Parallel LCS-length Computation Revisited.
#' @examples
#' align_pair("ACGTTAGC", "ACGTAGC")
#' longest_common_subsequence("flaw", "lawn")$letters
#' @export
align_pair <- function(a, b, metric = "levenshtein", max_distance = Inf, alphabet = NULL, threads = 0,
                       device = "auto") {
  concord_align(one_of(a, "a"), one_of(b, "b"), text_alphabet_of(a, b, alphabet),
                batch_options(metric, max_distance, threads, device))
}

#' @rdname align_pair
#' @export
longest_common_subsequence <- function(a, b, alphabet = NULL, threads = 0, device = "auto") {
  concord_subsequence(one_of(a, "a"), one_of(b, "b"), text_alphabet_of(a, b, alphabet), threads, device)
}
