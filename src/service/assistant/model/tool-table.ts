import { z } from 'zod';
import { findConnection } from '../connections.ts';
import type { Found, Named } from '../names.ts';
import { findNamed } from '../names.ts';
import { collectSteps, type ReadIntent } from '../reading.ts';
import type { Known } from '../tools.ts';

export type Asked = { intent: ReadIntent } | { refusal: string };

type ModelTool<T extends z.ZodType = z.ZodType> = {
  description: string;
  input: T;
  toIntent(input: z.output<T>, known: Known): Asked;
};

const defineTool = <T extends z.ZodType>(tool: ModelTool<T>): ModelTool<T> => tool;

const nameSchema = z.string().min(1).max(200);
const pipelineSchema = nameSchema.describe('The whole name of a pipeline of this site');
const hoursSchema = z
  .number()
  .min(1)
  .max(1440)
  .optional()
  .describe('Hours back from now; left out: what the person sees on screen, else one hour');
const stepsSchema = z
  .array(z.string().min(1).max(300))
  .min(1)
  .max(10)
  .describe(
    'Each a short sentence, for instance: drop debug; keep only errors; sample 1 in 10; remove field user_agent; hide e-mail addresses; drop events where status >= 500; deduplicate; parse json',
  );

const NONE: Found<Named> = { kind: 'none' };

function findPipeline(name: string, known: Known): { found: Found<Named> } | { refusal: string } {
  const same = known.pipelines.filter((one) => one.name === name);
  const [only] = same;
  const found: Found<Named> =
    only && same.length === 1
      ? { kind: 'one', item: only, typed: name, isWhole: true }
      : findNamed(name, known.pipelines);
  if (found.kind === 'one' && found.isWhole) return { found };
  const close = found.kind === 'one' ? [found.item] : found.kind === 'many' ? found.items : [];
  const names = close.slice(0, 6).map((one) => JSON.stringify(one.name));
  return {
    refusal: `No pipeline of this site is called ${JSON.stringify(name)}.${names.length > 0 ? ` Close: ${names.join(', ')}.` : ''}`,
  };
}

function aboutPipeline(
  name: string | undefined,
  known: Known,
  toIntent: (pipeline: Found<Named>) => ReadIntent,
): Asked {
  if (name === undefined) return { intent: toIntent(NONE) };
  const asked = findPipeline(name, known);
  return 'refusal' in asked ? asked : { intent: toIntent(asked.found) };
}

const toTime = (hours: number | undefined) => ({
  seconds: Math.round((hours ?? 1) * 3600),
  namesTime: hours !== undefined,
});

const onSite = z.strictObject({ pipeline: pipelineSchema.optional(), hours: hoursSchema });

/**
 * A model's tools. They use the grammar's code with the person's rights, propose instead of changing, and
 * cannot name another site.
 */
export const MODEL_TOOLS = {
  list_pipelines: defineTool({
    description: 'Names and states of the pipelines of this site.',
    input: z.strictObject({ status: z.enum(['all', 'paused', 'running', 'bypassed']) }),
    toIntent: ({ status }) => ({ intent: { kind: 'list', status } }),
  }),
  get_status: defineTool({
    description: 'State, health and totals of one pipeline.',
    input: z.strictObject({ pipeline: pipelineSchema, hours: hoursSchema }),
    toIntent: ({ pipeline, hours }, known) =>
      aboutPipeline(pipeline, known, (found) => ({ kind: 'status', pipeline: found, ...toTime(hours) })),
  }),
  list_errors: defineTool({
    description: 'Open errors of one pipeline, or of the whole site.',
    input: onSite,
    toIntent: ({ pipeline, hours }, known) =>
      aboutPipeline(pipeline, known, (found) => ({ kind: 'errors', pipeline: found, ...toTime(hours) })),
  }),
  get_volume: defineTool({
    description: 'Bytes in and out, and how much was optimized, of one pipeline or of all.',
    input: onSite,
    toIntent: ({ pipeline, hours }, known) =>
      aboutPipeline(pipeline, known, (found) => ({ kind: 'volume', pipeline: found, ...toTime(hours) })),
  }),
  list_changes: defineTool({
    description: 'Deployments, edits and new errors of one pipeline or of the site, newest first.',
    input: onSite,
    toIntent: ({ pipeline, hours }, known) =>
      aboutPipeline(pipeline, known, (found) => ({ kind: 'changes', pipeline: found, ...toTime(hours) })),
  }),
  list_users: defineTool({
    description: 'Which pipelines read from a source or write to a destination.',
    input: z.strictObject({ name: nameSchema.describe('Of a source or destination of this site') }),
    toIntent: ({ name }, known) => {
      const node = findNamed(name, [...known.sources, ...known.sinks]);
      return node.kind === 'one'
        ? { intent: { kind: 'uses', node } }
        : { refusal: `No single source or destination of this site is called ${JSON.stringify(name)}.` };
    },
  }),
  show_pipeline: defineTool({
    description: 'Opens a pipeline, one of its versions or its editor on the screen of the person.',
    input: z.strictObject({
      pipeline: pipelineSchema,
      version: z.int().min(1).max(1_000_000).optional(),
      edit: z.boolean().optional(),
    }),
    toIntent: ({ pipeline, version, edit }, known) =>
      aboutPipeline(pipeline, known, (found) =>
        version !== undefined
          ? { kind: 'version', version, pipeline: found }
          : { kind: edit ? 'edit' : 'open', pipeline: found, node: { kind: 'none' } },
      ),
  }),
  propose_action: defineTool({
    description: 'Proposes to pause, bypass, resume, deploy or delete a pipeline. The person decides.',
    input: z.strictObject({
      pipeline: pipelineSchema,
      action: z.enum(['PAUSE', 'BYPASS', 'RESUME', 'DEPLOY', 'DELETE', 'CANCEL']),
      version: z.int().min(1).max(1_000_000).optional().describe('Of DEPLOY; left out: the next one'),
    }),
    toIntent: ({ pipeline, action, version }, known) =>
      aboutPipeline(pipeline, known, (found) => ({
        kind: 'action',
        verb: action,
        pipeline: found,
        ...(version === undefined || action !== 'DEPLOY' ? {} : { version }),
      })),
  }),
  propose_steps: defineTool({
    description:
      'Proposes a new version of a pipeline with steps before its destinations. The person decides.',
    input: z.strictObject({ pipeline: pipelineSchema, steps: stepsSchema }),
    toIntent: ({ pipeline, steps }, known) =>
      aboutPipeline(pipeline, known, (found) => ({
        kind: 'steps',
        clauses: steps,
        pipeline: found,
        steps: collectSteps(steps),
      })),
  }),
  propose_pipeline: defineTool({
    description: 'Proposes a new pipeline. The person decides.',
    input: z.strictObject({
      name: nameSchema.optional(),
      from: nameSchema.describe(
        'The name of a source, or a new one: syslog 5514, http 8080, file /var/log/a.log',
      ),
      to: z
        .array(nameSchema)
        .min(1)
        .max(5)
        .describe('Names of destinations, or new ones: file /tmp/a.ndjson, blackhole'),
      steps: stepsSchema.optional(),
    }),
    toIntent: ({ name, from, to, steps = [] }, { sources, sinks }) => ({
      intent: {
        kind: 'create',
        name,
        from,
        to,
        clauses: steps,
        source: findConnection(from, 'source', sources),
        sinks: to.map((one) => findConnection(one, 'sink', sinks)),
        steps: collectSteps(steps),
      },
    }),
  }),
};
export type ModelToolName = keyof typeof MODEL_TOOLS;
