import { describe, expect, it } from 'vitest';
import type { HealthState, PipelineHealth } from '../../../contract/entities/health.ts';
import { listAttentionRows } from './attention.ts';

const reason = (
  rule: PipelineHealth['reasons'][number]['rule'],
  state: HealthState,
  text: string,
  nodeName = '',
) => ({ rule, state, text, nodeName, componentId: nodeName === '' ? '' : `id of ${nodeName}` });

const pipeline = (
  name: string,
  state: HealthState,
  reasons: PipelineHealth['reasons'],
  status: PipelineHealth['status'] = 'DEPLOYED',
): PipelineHealth => ({ pipelineId: `id of ${name}`, name, status, state, reasons });

describe('pipelines that need attention', () => {
  it('only pipelines in trouble, worst first, with one reason and a count', () => {
    const rows = listAttentionRows([
      pipeline('calm', 'healthy', []),
      pipeline('paused', 'notRunning', [reason('pipeline', 'notRunning', 'It is paused')], 'PAUSED'),
      pipeline('slow', 'atRisk', [reason('lag', 'atRisk', 'Events wait 40 s', 'S3')]),
      pipeline('broken', 'failing', [
        reason('delivery', 'failing', 'Nothing is delivered', 'Splunk'),
        reason('buffer', 'atRisk', 'The buffer is 90% full', 'Splunk'),
      ]),
    ]);
    expect(rows.map(({ name, reason: text, more }) => [name, text, more])).toEqual([
      ['broken', 'Splunk: Nothing is delivered', 1],
      ['slow', 'S3: Events wait 40 s', 0],
    ]);
  });

  it('each names the command that helps: errors, node, edit or deployment', () => {
    const fixOf = (one: PipelineHealth) => listAttentionRows([one])[0]?.fix;
    const args = { pipeline: 'id of web' };
    const of = (rule: PipelineHealth['reasons'][number]['rule'], status?: PipelineHealth['status']) =>
      fixOf(pipeline('web', 'failing', [reason(rule, 'failing', 'x', 'S3')], status));
    expect(of('errors')).toEqual({ command: 'attention.errors', args });
    expect(of('silence')).toEqual({ command: 'attention.node', args: { ...args, node: 'id of S3' } });
    expect(of('pipeline', 'FAILED')).toEqual({ command: 'pipeline.edit', args });
    expect(of('pipeline')).toEqual({ command: 'pipeline.deploy', args });
    expect(of('engine')).toBeUndefined();
  });
});
