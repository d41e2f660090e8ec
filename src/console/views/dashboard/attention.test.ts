import { describe, expect, it } from 'vitest';
import type { ComponentHealth, HealthState, PipelineHealth } from '../../../contract/entities/health.ts';
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
        reason('delivery', 'failing', 'Nothing is delivered: Nothing listens at 10.0.0.7:514', 'Splunk'),
        reason('buffer', 'atRisk', 'The buffer is 90% full', 'Splunk'),
      ]),
    ]);
    expect(rows.map(({ subject, reason: text, more }) => [subject, text, more])).toEqual([
      ['Splunk is not receiving data from broken', 'Nothing listens at 10.0.0.7:514', 1],
      ['S3 of slow', 'Events wait 40 s', 0],
    ]);
  });

  it('each names the commands that help: test, edit, errors, node or deployment', () => {
    const args = { pipeline: 'id of web' };
    const fixesOf = (rule: PipelineHealth['reasons'][number]['rule'], status?: PipelineHealth['status']) =>
      listAttentionRows([pipeline('web', 'failing', [reason(rule, 'failing', 'x', 'S3')], status)])[0]?.fixes;
    const destination = { id: 'id of S3', name: 'S3' };
    expect(fixesOf('delivery')).toEqual([
      { command: 'attention.test', args: destination },
      { command: 'attention.edit', args: destination },
      { command: 'attention.errors', args },
    ]);
    expect(fixesOf('errors')?.[0]).toEqual({ command: 'attention.errors', args });
    expect(fixesOf('silence')).toEqual([{ command: 'attention.node', args: { ...args, node: 'id of S3' } }]);
    expect(fixesOf('pipeline', 'FAILED')).toEqual([{ command: 'attention.edit', args }]);
    expect(fixesOf('pipeline')).toEqual([{ command: 'attention.deploy', args }]);
    expect(fixesOf('engine')).toEqual([]);
  });

  it('says what waits now, what was lost and when the last event was delivered', () => {
    const node = (lost: string) =>
      ({
        pipelineId: 'id of web',
        componentId: 'id of S3',
        nodeType: 'SINK',
        state: 'failing',
        figures: {
          eventsBuffered: '7',
          eventsLost: lost,
          bufferShare: 0.06,
          lastEventUnixTimeSeconds: new Date(2026, 4, 5, 14, 2).getTime() / 1000,
        },
      }) as ComponentHealth;
    const web = pipeline('web', 'failing', [reason('delivery', 'failing', 'x', 'S3')]);
    const sink = { sinkId: 'id of S3', taken: 1, delivered: 0, waitingBytes: 9, waitingEvents: 1430 };
    const flow = { input: 1, passed: 1, dropped: 0, waitingBytes: 9, sinks: [sink] };
    const flows = new Map([['id of web', flow]]);
    expect(listAttentionRows([web], [node('0')], flows)[0]?.facts).toEqual({
      waiting: '1.43K events waiting, buffer 6% full',
      lost: 'nothing lost',
      since: 'last delivered 14:02',
    });
    expect(listAttentionRows([web], [node('3')])[0]?.facts).toMatchObject({
      waiting: '7 events waiting, buffer 6% full',
      lost: '3 events lost in the last minute',
    });
  });
});
