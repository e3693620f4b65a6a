// What weak_symbols.py must catch: a template outside of a target namespace, compiled for AVX2 whatever the build is
// for (as if a header had been included inside of hwy/foreach_target.h's attributes).
namespace concord {
template <class Number>
__attribute__((target("avx2"))) Number sum(const Number* numbers, int count) {
    Number total = 0;
    for (int i = 0; i < count; ++i)
        total += numbers[i];
    return total;
}
template double sum<double>(const double*, int);
} // namespace concord
