import { setTimeout as delay } from 'node:timers/promises';
import { CAPTURE_SECONDS_MAX } from '../../contract/calls/preview.ts';
import type { Pipeline } from '../../contract/entities/pipeline.ts';
import { type Capture, SAMPLE_EVENTS_MAX } from '../../contract/entities/sample.ts';
import type { CliCommand, Run } from '../command.ts';
import { CliError, EXIT, refusal, usageError } from '../exit.ts';
import { jsonText, shown } from '../output.ts';
import { findPipeline } from '../resolve.ts';

const POLL_MS = 250;
const LIMIT = 20;
const SECONDS = 60;

function readNumber(run: Run, name: string, fallback: number, max: number): number {
  const text = run.option(name) ?? String(fallback);
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw usageError(`--${name} '${text}' is not a whole number from 1 to ${max}`);
}

/** Finds the node by name in the deployed version; the source by default. */
async function findComponent({ client, positionals }: Run, pipeline: Pipeline): Promise<string> {
  const { id: pipelineId, deployedGraphVersion: graphVersion } = pipeline;
  if (graphVersion === 0)
    throw refusal(`'${pipeline.name}' is not deployed, so no events flow`, 'Deploy it first');
  const { data } = await client.call('getGraph', { path: { pipelineId, graphVersion } });
  const nodes = Object.values(data.graph.nodes);
  const [, asked] = positionals;
  const found = nodes.find((node) =>
    asked === undefined
      ? node.nodeType === 'SOURCE'
      : node.name === asked || node.id === asked || node.componentId === asked,
  );
  if (found) return found.componentId;
  const names = nodes.filter((node) => node.nodeType !== 'SINK').map(({ name }) => `'${name}'`);
  throw refusal(
    `v${graphVersion} of '${pipeline.name}' has no node '${asked ?? 'source'}'`,
    `Name one of ${names.join(', ')}`,
  );
}

/** Prints events until the capture ends; an interrupt ends it. */
async function follow(run: Run, capture: Capture): Promise<Capture> {
  const path = { captureId: capture.id };
  let printed = 0;
  for (;;) {
    const { data } = await run.client.call('getCapture', { path });
    if (!run.isJson) for (const event of data.events.slice(printed)) run.write(`${shown(event)}\n`);
    printed = data.events.length;
    if (data.capture.state !== 'RUNNING') {
      if (run.isJson) run.write(jsonText(data));
      return data.capture;
    }
    await delay(POLL_MS, undefined, { signal: run.signal });
  }
}

export const tap: CliCommand = {
  name: 'tap',
  summary: 'Print the next events that leave a node of a running pipeline.',
  calls: ['listPipelines', 'getGraph', 'startCapture', 'getCapture', 'stopCapture'],
  positionals: [
    { name: 'PIPELINE', description: 'Its name or id.' },
    { name: 'NODE', description: 'Name of a node; default: the source.', isOptional: true },
  ],
  options: {
    limit: { short: 'n', value: 'N', description: `Number of events; default: ${LIMIT}.` },
    seconds: { value: 'S', description: `Seconds to wait at most; default: ${SECONDS}.` },
  },
  examples: ["tap 'web logs' -n 5", "tap 'web logs' 'Parse JSON' --json"],
  async run(run) {
    const limit = readNumber(run, 'limit', LIMIT, SAMPLE_EVENTS_MAX);
    const seconds = readNumber(run, 'seconds', SECONDS, CAPTURE_SECONDS_MAX);
    const pipeline = await findPipeline(run);
    const componentId = await findComponent(run, pipeline);
    const body = { pipelineId: pipeline.id, componentId, limit, seconds };
    const { data } = await run.client.call('startCapture', { body, isHeardOut: true });
    const path = { captureId: data.capture.id };
    const end = async (error: unknown): Promise<Capture> => {
      if (!run.signal.aborted) throw error;
      return (await run.client.call('stopCapture', { path, isHeardOut: true })).data.capture;
    };
    const { state, reason, eventCount } = await follow(run, data.capture).catch(end);
    if (state === 'FAILED') throw new CliError({ exit: EXIT.failed, what: reason });
    if (eventCount === 0 && state === 'DONE') run.note(`No event arrived within ${seconds} s\n`);
  },
};
