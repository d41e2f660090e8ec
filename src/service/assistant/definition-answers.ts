import * as z from 'zod/mini';
import { DEFINITION_FORMAT, type DefinedPipeline } from '../../contract/calls/exchange.ts';
import { ContractError, parseErrorText } from '../../contract/errors.ts';
import { freeName } from '../../contract/values.ts';
import type { Connection } from './connections.ts';
import { chooseWay, DRAFT_NOTE, findDraftedRefusal } from './draft-way.ts';
import { measureSteps } from './measure.ts';
import type { CollectedSteps, ReadIntent } from './reading.ts';
import type { Step } from './steps.ts';
import { type Answer, type Known, type KnownPipeline, type Tools, toPipelineLink } from './tools.ts';

const NO_PIPELINE: DefinedPipeline = { name: '', description: '', nodes: [] };

/** Settings of sources and destinations are not versioned, and stay out of the conversation. */
const withoutConnections = ({ nodes, ...rest }: DefinedPipeline): DefinedPipeline => ({
  ...rest,
  nodes: nodes.map((node) => (node.nodeType === 'TRANSFORM' ? node : { ...node, config: {} })),
});

async function readGraph(
  definition: string,
  { call, siteId }: Pick<Tools, 'call' | 'siteId'>,
): Promise<DefinedPipeline | undefined> {
  const { data } = await call('readDefinition', { query: { siteId }, body: { definition } });
  const [first] = data.pipelines;
  return first && withoutConnections(first);
}

const MOST_OPTIONS = 5;

const describeRefusal = (error: unknown): string => {
  if (!(error instanceof ContractError)) throw error;
  const details = (error.details ?? []).map(({ message }) => message);
  return [parseErrorText(error.message).title, ...details].slice(0, 4).join(' ');
};

function* askConnection(
  connection: Connection,
  { role, said, known }: { role: 'source' | 'destination'; said: string; known: Known },
  toSentence: (name: string) => string,
) {
  if (connection.kind === 'settings') {
    yield {
      text: `A new ${role} of type ${connection.label} needs settings that do not fit into a sentence. Create it under ${role === 'source' ? 'Sources' : 'Destinations'} first, then name it here.`,
    };
    return;
  }
  const items = role === 'source' ? known.sources : known.sinks;
  const found =
    connection.kind === 'unclear' && connection.found.kind === 'many' ? connection.found.items : items;
  const what = said === '' ? `Which ${role}?` : `I cannot find a ${role} “${said}” on this site.`;
  const types =
    role === 'source'
      ? '“syslog 5514”, “http 8080” or “file /var/log/app.log”'
      : '“file /var/log/out.ndjson” or “blackhole”';
  yield { text: `${what} Name one of this site, or a new one like ${types}.` };
  const options = found.slice(0, MOST_OPTIONS).map(({ name }) => toSentence(`"${name}"`));
  if (options.length > 0) yield { functionType: 'CHAT_OPTIONS' as const, metadata: { options } };
}

const toSentence = (from: string, to: readonly string[], clauses: readonly string[]): string =>
  `create a pipeline from ${from || 'syslog 5514'} to ${to.join(', ') || 'blackhole'}${clauses.length === 0 ? '' : ` that ${clauses.join(' and ')}`}`;

function buildDefinition(
  name: string,
  { source, sinks, steps }: { source: Connection; sinks: readonly Connection[]; steps: readonly Step[] },
): object {
  const isNew = (one: Connection) => one.kind === 'new';
  const section = (list: readonly Connection[]) =>
    list.flatMap((one) =>
      one.kind === 'new' ? [{ name: one.name, type: one.type, config: one.config }] : [],
    );
  const names = (list: readonly Connection[]) =>
    list.flatMap((one) => (one.kind === 'new' || one.kind === 'stored' ? [one.name] : []));
  const taken: string[] = [];
  const transforms = steps.map((step) => {
    const own = freeName(step.name, taken);
    taken.push(own);
    return { transform: own, type: step.type, config: step.config };
  });
  const ends = names(sinks).map((one) => ({ destination: one }));
  const way = (index: number) => (index < transforms.length ? [transforms[index]!.transform] : ends);
  return {
    format: DEFINITION_FORMAT,
    ...(isNew(source) ? { sources: section([source]) } : {}),
    ...(sinks.some(isNew) ? { destinations: section(sinks) } : {}),
    pipelines: [
      {
        name,
        graph: [
          ...names([source]).map((one) => ({ source: one, to: way(0) })),
          ...transforms.map((one, index) => ({ ...one, to: way(index + 1) })),
        ],
      },
    ],
  };
}

/** Proposes a new pipeline after a dry run; nothing is stored. */
export async function* answerCreate(
  { name, from, to, clauses, source, sinks, steps: collected }: Extract<ReadIntent, { kind: 'create' }>,
  tools: Tools,
  known: Known,
): Answer {
  const { refusal, draftOf } = chooseWay(tools, known, 'importPipelines');
  if (refusal !== undefined) {
    yield { text: `That cannot be done here: ${refusal}.` };
    return;
  }
  if (source.kind !== 'new' && source.kind !== 'stored') {
    yield* askConnection(source, { role: 'source', said: from, known }, (one) =>
      toSentence(one, to, clauses),
    );
    return;
  }
  const unclear = sinks.findIndex((one) => one.kind !== 'new' && one.kind !== 'stored');
  if (unclear >= 0) {
    yield* askConnection(sinks[unclear]!, { role: 'destination', said: to[unclear] ?? '', known }, (one) =>
      toSentence(from, to.length === 0 ? [one] : to.with(unclear, one), clauses),
    );
    return;
  }
  if (!tools.makesConnections && [source, ...sinks].some(({ kind }) => kind === 'new')) {
    yield {
      text: 'New sources and destinations are turned off for the assistant here. Name those of this site.',
    };
    return;
  }
  if ('gap' in collected) {
    yield { text: collected.gap };
    return;
  }
  const { steps } = collected;
  const pipelineName = freeName(
    name ??
      `${source.name} to ${sinks.map((one) => ('name' in one ? one.name : '')).join(', ')}`.slice(0, 60),
    known.pipelines.map((one) => one.name),
  );
  const definition = await tools.toYaml(buildDefinition(pipelineName, { source, sinks, steps }));
  yield { metadata: { step: 'Checked the plan of the new pipeline' } };
  const { siteId, call } = tools;
  let plan: Awaited<ReturnType<typeof call<'importPipelines'>>>;
  try {
    plan = await call('importPipelines', { query: { siteId, dryRun: true }, body: { definition } });
  } catch (error) {
    yield { text: `I cannot propose that: ${describeRefusal(error)}` };
    return;
  }
  const after = await readGraph(definition, tools);
  const summaries = [source, ...sinks].flatMap((one) => (one.kind === 'new' ? [`New: ${one.summary}`] : []));
  yield {
    text: draftOf
      ? `This is what I would create. ${DRAFT_NOTE}`
      : 'This is what I would create. Nothing is deployed until you deploy it.',
  };
  yield {
    functionType: 'PIPELINE_CREATE',
    metadata: {
      proposal: {
        title: `Create pipeline '${pipelineName}'`,
        notes: [...summaries, ...steps.map(({ summary }) => summary)],
        isDestructive: false,
        call: { id: 'importPipelines', siteId, definition, ifMatch: plan.etag },
        plan: plan.data.entries,
        ...(after ? { graphs: { before: NO_PIPELINE, after } } : {}),
        ...(draftOf ? { draftOf } : { createsPipeline: pipelineName }),
      },
    },
  };
}

const refSchema = z.union([z.string(), z.looseObject({ destination: z.string() })]);
const entrySchema = z.looseObject({
  source: z.optional(z.string()),
  transform: z.optional(z.string()),
  destination: z.optional(z.string()),
  to: z.optional(z.array(refSchema)),
  outputs: z.optional(z.record(z.string(), z.array(refSchema))),
});
const storedSchema = z.looseObject({
  pipelines: z.array(z.looseObject({ name: z.string(), graph: z._default(z.array(entrySchema), []) })),
});
type Entry = z.output<typeof entrySchema>;

const nameOfRef = (ref: z.output<typeof refSchema>): string =>
  typeof ref === 'string' ? ref : ref.destination;

/**
 * Puts steps before the destinations of a graph.
 * @returns undefined when several nodes or named outputs lead there, so that a place must be chosen
 */
export function insertSteps(graph: readonly Entry[], steps: readonly Step[]): Entry[] | undefined {
  const transforms = new Set(graph.flatMap(({ transform }) => transform ?? []));
  const isSink = (ref: z.output<typeof refSchema>) => typeof ref !== 'string' || !transforms.has(ref);
  const feeding = graph.filter(({ to = [], outputs = {} }) =>
    [...to, ...Object.values(outputs).flat()].some(isSink),
  );
  const [last] = feeding;
  if (!last || feeding.length > 1 || last.outputs !== undefined) return undefined;
  const ends = (last.to ?? []).filter(isSink).map((ref) => ({ destination: nameOfRef(ref) }));
  const taken = [...transforms];
  const added = steps.map((step) => {
    const name = freeName(step.name, taken);
    taken.push(name);
    return { transform: name, type: step.type, config: step.config };
  });
  const way = (index: number) => (index < added.length ? [added[index]!.transform] : ends);
  return [
    ...graph.map((entry) =>
      entry === last
        ? { ...entry, to: [...(entry.to ?? []).filter((ref) => !isSink(ref)), ...way(0)] }
        : entry,
    ),
    ...added.map((entry, index) => ({ ...entry, to: way(index + 1) })),
  ];
}

/** Proposes a version with added steps; nothing is stored. */
export async function* answerSteps(
  collected: CollectedSteps,
  pipeline: KnownPipeline,
  tools: Tools,
  known: Known,
): Answer {
  const links = [toPipelineLink(pipeline)];
  const way = chooseWay(tools, known, 'putPipelineDefinition');
  const { draftOf } = way;
  const refusal = way.refusal ?? (draftOf ? await findDraftedRefusal(tools, pipeline) : undefined);
  if (refusal !== undefined) {
    yield { text: `That cannot be done here: ${refusal}.`, metadata: { links } };
    return;
  }
  if ('gap' in collected) {
    yield { text: collected.gap };
    return;
  }
  const { steps } = collected;
  const path = { pipelineId: pipeline.id };
  yield { metadata: { step: `Read the newest version of '${pipeline.name}'` } };
  const stored = (await tools.call('getPipelineDefinition', { path })).data.definition;
  const { pipelines } = storedSchema.parse(await tools.readYaml(stored));
  const [own] = pipelines;
  const graph = own && insertSteps(own.graph, steps);
  if (!own || !graph) {
    yield {
      text: `Several nodes of '${pipeline.name}' lead to destinations, so I cannot tell where the step belongs. Add it in the editor, where you see the branches.`,
      functionType: 'SHOW_PIPELINE_EDIT_MODE',
      metadata: { links, pipelineId: pipeline.id },
    };
    return;
  }
  const definition = await tools.toYaml({ format: DEFINITION_FORMAT, pipelines: [{ ...own, graph }] });
  const before = await tools.toYaml({ format: DEFINITION_FORMAT, pipelines: [own] });
  let plan: Awaited<ReturnType<typeof tools.call<'putPipelineDefinition'>>>;
  yield { metadata: { step: 'Checked the plan of the new version' } };
  try {
    plan = await tools.call('putPipelineDefinition', { path, query: { dryRun: true }, body: { definition } });
  } catch (error) {
    yield { text: `I cannot propose that: ${describeRefusal(error)}`, metadata: { links } };
    return;
  }
  const [was, becomes] = await Promise.all([readGraph(before, tools), readGraph(definition, tools)]);
  const measured = yield* measureSteps(pipeline, steps, tools);
  const version = pipeline.latestGraphVersion + 1;
  yield {
    text: draftOf
      ? `This would become the next version of '${pipeline.name}'. ${DRAFT_NOTE}`
      : `This would become v${version} of '${pipeline.name}'. Nothing is deployed until you deploy it.`,
  };
  yield {
    functionType: 'ADD_PIPELINE_NODE',
    metadata: {
      links,
      proposal: {
        title: draftOf ? `Change '${pipeline.name}'` : `Save v${version} of '${pipeline.name}'`,
        notes: steps.map(({ summary }) => summary),
        isDestructive: false,
        call: { id: 'putPipelineDefinition', pipelineId: pipeline.id, definition, ifMatch: plan.etag },
        plan: plan.data.entries,
        ...(was && becomes ? { graphs: { before: was, after: becomes } } : {}),
        measured,
        pipelineId: pipeline.id,
        ...(draftOf
          ? { draftOf }
          : {
              version,
              undo: {
                title: `Save '${pipeline.name}' as it was`,
                call: {
                  id: 'putPipelineDefinition',
                  pipelineId: pipeline.id,
                  definition: before,
                  ifMatch: '',
                },
              },
            }),
      },
    },
  };
}
