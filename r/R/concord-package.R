#' The longest things that sequences have in common
#'
#' Sequences are character vectors, or sets of Biostrings (`DNAStringSet`, `RNAStringSet`, `AAStringSet`, `BStringSet`); their
#' names are kept. Places count from 1, and their end belongs to them, as in Biostrings and IRanges. All answers are exact and
#' the same for every number of threads and every device. Ctrl-C ends a computation.
#'
#' In DNA an ambiguous letter such as N matches nothing, itself included; U is T, and lower case is upper case.
#'
#' @useDynLib concord, .registration = TRUE
#' @importFrom Rcpp evalCpp
#' @keywords internal
"_PACKAGE"

#' The version of the C++ library
#'
#' @return A string, such as "0.1.0".
#' @examples
#' concord_version()
#' @export
concord_version <- function() concord_version_text()
