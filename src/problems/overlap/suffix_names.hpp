// The suffix array belongs to a layer of its own, as the exact substrings of another problem need it, too. Here it is
// spoken of as if it were part of this problem.
#pragma once

namespace concord::suffixes {}

namespace concord::overlap {
using namespace suffixes; // NOLINT(google-build-using-namespace)
}
