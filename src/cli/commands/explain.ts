import type { CliCommand } from '../command.ts';
import { usageError } from '../exit.ts';
import { readMoment } from '../moment.ts';
import { jsonText, table } from '../output.ts';
import { findPipelines, requireSite } from '../resolve.ts';

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '');

export const explain: CliCommand = {
  name: 'explain',
  summary: 'Show what changed in a time range: deployments, edits, errors, what went silent or stopped.',
  calls: ['explain'],
  positionals: [{ name: 'PIPELINE', description: 'Only of these.', isOptional: true, isMany: true }],
  options: {
    from: { value: 'TIME', description: 'ISO 8601, or that long ago (15m, 2h, 1d); default: 1h.' },
    to: { value: 'TIME', description: 'The same; default: now.' },
  },
  examples: ['explain --from 2h', "explain 'web logs' --from 2026-11-22T10:00:00Z --to 2026-11-22T11:00:00Z"],
  async run(run) {
    const [from, to] = [readMoment(run, 'from', '1h'), readMoment(run, 'to', '0s')];
    if (from >= to) throw usageError('--from must be before --to');
    const site = await requireSite(run);
    const pipelines = await findPipelines(run, run.positionals);
    const { data } = await run.client.call('explain', {
      query: {
        siteId: site.id,
        pipelineIds: pipelines.map(({ id }) => id),
        'timeRange.startUnixTimeSeconds': from,
        'timeRange.endUnixTimeSeconds': to,
      },
    });
    if (run.isJson) return run.write(jsonText(data));
    if (data.entries.length === 0) return run.note('Nothing changed\n');
    const rows = data.entries.map(({ at, severity, title, pipelineName, by }) => [
      timeText(at),
      severity,
      pipelineName || '-',
      by || '-',
      title,
    ]);
    run.write(table(['TIME', 'SEVERITY', 'PIPELINE', 'BY', 'WHAT'], rows));
    if (data.isCut) run.note('Only the newest are listed; narrow the range to see the rest\n');
  },
};
