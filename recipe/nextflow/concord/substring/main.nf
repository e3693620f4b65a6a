// The longest substring that many sequences share, with up to k mismatches: ext.args = '-k 1 -t 20%'.
process CONCORD_SUBSTRING {
    tag "$meta.id"
    label 'process_medium'
    conda "${moduleDir}/../environment.yml"

    input:
    tuple val(meta), path(sequences)

    output:
    tuple val(meta), path("*.json"), emit: answer
    tuple val(meta), path("*.bed"),  emit: occurrences
    tuple val(meta), path("*.html"), emit: report
    path "versions.yml",             emit: versions

    when:
    task.ext.when == null || task.ext.when

    script:
    def args   = task.ext.args ?: ''
    def prefix = task.ext.prefix ?: "${meta.id}"
    def memory = task.memory ? "--memory ${task.memory.toMega()}M" : ''
    """
    concord substring \\
        --threads $task.cpus \\
        $memory \\
        --progress never \\
        --format json \\
        --output ${prefix}.json \\
        --occurrences ${prefix}.bed \\
        --report ${prefix}.html \\
        $args \\
        $sequences

    cat <<-END_VERSIONS > versions.yml
    "${task.process}":
        concord: \$(concord --version | sed 's/concord //')
    END_VERSIONS
    """

    stub:
    def prefix = task.ext.prefix ?: "${meta.id}"
    """
    touch ${prefix}.json ${prefix}.bed ${prefix}.html versions.yml
    """
}
