import type { DeadLetterEntry } from '../../contract/entities/dead-letter.ts';
import { PAGE_LIMIT_MAX } from '../../contract/limits.ts';
import { fromCount } from '../../contract/parameters.ts';
import type { CliCommand, Run } from '../command.ts';
import { CliError, EXIT, usageError } from '../exit.ts';
import { readMoment } from '../moment.ts';
import { facts, jsonText, shown, table } from '../output.ts';
import { findPipelines, requireSite } from '../resolve.ts';

const ACTIONS = ['list', 'show', 'edit', 'replay', 'export', 'discard'] as const;
type Action = (typeof ACTIONS)[number];
const LISTED = 50;
const SHOWN_LENGTH = 80;

type Asked = { siteId: string; ids: readonly string[]; choice: Record<string, unknown> };

/** Narrowing options by their API names. */
async function readChoice(run: Run): Promise<Record<string, unknown>> {
  const name = run.option('pipeline');
  const [pipeline] = name === undefined ? [] : await findPipelines(run, [name]);
  const given = {
    pipelineId: pipeline?.id,
    componentId: run.option('node'),
    errorName: run.option('reason'),
    text: run.option('text'),
    fromUnixTimeSeconds: run.option('from') === undefined ? undefined : readMoment(run, 'from', ''),
    toUnixTimeSeconds: run.option('to') === undefined ? undefined : readMoment(run, 'to', ''),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** @throws CliError unless letters are named, narrowed, or `--all` is given */
function requireChosen({ ids, choice }: Asked, run: Run): void {
  if (ids.length > 0 || Object.keys(choice).length > 0 || run.isOn('all')) return;
  throw usageError(
    'Which dead letters?',
    'Name them by their ids, narrow them with --pipeline, --node, --reason, --text, --from or --to, or add --all for all of the site',
  );
}

const toBody = ({ ids, choice }: Asked) => (ids.length > 0 ? { ...choice, ids } : choice);

/** Calls that change letters refuse an empty choice without `all`. */
const toChangeBody = (asked: Asked, run: Run) => ({
  ...toBody(asked),
  ...(run.isOn('all') ? { all: true } : {}),
});

async function list(run: Run, { siteId, choice }: Asked): Promise<void> {
  const letters: DeadLetterEntry[] = [];
  const limit = Number(run.option('limit') ?? LISTED);
  if (!Number.isInteger(limit) || limit < 1) throw usageError('--limit must be a whole number of at least 1');
  let totalCount = 0;
  do {
    const page = Math.min(PAGE_LIMIT_MAX, limit - letters.length);
    const query = { ...choice, 'pagination.offset': letters.length, 'pagination.limit': page };
    const { data } = await run.client.call('listDeadLetters', { path: { siteId }, query });
    letters.push(...data.deadLetters);
    totalCount = data.pagination.totalCount;
    if (data.deadLetters.length === 0) break;
  } while (letters.length < Math.min(limit, totalCount));
  if (run.isJson) return run.write(jsonText(letters));
  if (letters.length === 0) return run.note('There are no dead letters\n');
  const rows = letters.map((one) => [
    one.at,
    one.pipelineName || one.pipelineId,
    one.nodeName || one.componentId,
    one.errorName,
    one.bytes,
    one.id,
    one.event.slice(0, SHOWN_LENGTH),
  ]);
  run.write(table(['TIME', 'PIPELINE', 'NODE', 'REASON', 'BYTES', 'ID', 'EVENT'], rows));
  if (totalCount > letters.length)
    run.note(`The newest ${letters.length} of ${totalCount}; --limit shows more\n`);
}

const requireOne = ({ ids }: Asked, action: Action): string => {
  const [id, another] = ids;
  if (id === undefined || another !== undefined)
    throw usageError(`${action} takes the id of one dead letter`);
  return id;
};

async function show(run: Run, asked: Asked): Promise<void> {
  const path = { siteId: asked.siteId, letterId: requireOne(asked, 'show') };
  const { deadLetter: letter } = (await run.client.call('getDeadLetter', { path })).data;
  if (run.isJson) return run.write(jsonText(letter));
  run.write(
    facts([
      ['Time', letter.at],
      ['Pipeline', letter.pipelineName || letter.pipelineId],
      ['Node', letter.nodeName || letter.componentId],
      ['Reason', `${letter.errorName}: ${letter.message}`],
      ['Bytes', letter.bytes],
      ...(letter.isUncertain
        ? [['Replay', 'The engine ended during a replay: the event may have arrived'] as const]
        : []),
    ]),
  );
  run.write(`${shown(letter.event)}\n`);
  if (letter.isCut) run.note('Only its beginning is shown; export shows the whole event\n');
}

async function edit(run: Run, asked: Asked): Promise<void> {
  const path = { siteId: asked.siteId, letterId: requireOne(asked, 'edit') };
  const { revision } = (await run.client.call('getDeadLetter', { path })).data.deadLetter;
  const event = (await run.readInput()).replace(/\r?\n$/, '');
  const { data } = await run.client.call('editDeadLetter', { path, body: { revision, event } });
  if (run.isJson) run.write(jsonText(data.deadLetter));
  else run.note('Changed; replay sends it\n');
}

async function replay(run: Run, asked: Asked): Promise<void> {
  requireChosen(asked, run);
  const to = run.isOn('start') ? 'start' : 'node';
  const sum = { replayed: 0, underWay: 0, refused: 0 };
  let reason = '';
  let more: { afterId?: string; upToId?: string } | undefined = {};
  while (more) {
    const sourceId = run.option('source');
    const body: object = {
      ...toChangeBody(asked, run),
      ...more,
      to,
      ...(sourceId === undefined ? {} : { sourceId }),
    };
    const { data } = await run.client.call('replayDeadLetters', {
      path: { siteId: asked.siteId },
      body,
      isHeardOut: true,
    });
    sum.replayed += fromCount(data.replayed);
    sum.underWay += fromCount(data.underWay);
    sum.refused += fromCount(data.refused);
    reason ||= data.reason;
    more =
      data.next === undefined || run.signal.aborted ? undefined : { afterId: data.next, upToId: data.upToId };
  }
  if (run.isJson) run.write(jsonText({ ...sum, reason }));
  else run.note(`${sum.replayed} replayed, ${sum.underWay} in progress, ${sum.refused} refused\n`);
  if (sum.refused > 0)
    throw new CliError({ exit: EXIT.failed, what: `${sum.refused} were not replayed`, why: [reason] });
}

async function exportLines(run: Run, asked: Asked): Promise<void> {
  let afterId: string | undefined;
  do {
    const body = { ...toBody(asked), ...(afterId === undefined ? {} : { afterId }) };
    const { data } = await run.client.call('exportDeadLetters', { path: { siteId: asked.siteId }, body });
    run.write(data.lines);
    afterId = data.next;
  } while (afterId !== undefined && !run.signal.aborted);
}

async function discard(run: Run, asked: Asked): Promise<void> {
  requireChosen(asked, run);
  if (asked.ids.length === 0 && !run.isOn('yes'))
    throw usageError(
      'Discarded dead letters are permanently deleted',
      'Check them with list, then add --yes',
    );
  const body = toChangeBody(asked, run);
  const { data } = await run.client.call('discardDeadLetters', {
    path: { siteId: asked.siteId },
    body,
    isHeardOut: true,
  });
  if (run.isJson) run.write(jsonText(data));
  else run.note(`${data.discarded} discarded\n`);
}

const RUNS: Record<Action, (run: Run, asked: Asked) => Promise<void>> = {
  list,
  show,
  edit,
  replay,
  export: exportLines,
  discard,
};

export const deadLetters: CliCommand = {
  name: 'dead-letters',
  summary: 'List, show, edit, replay, export or discard events that were given up.',
  calls: [
    'listPipelines',
    'listSites',
    'listDeadLetters',
    'getDeadLetter',
    'editDeadLetter',
    'replayDeadLetters',
    'exportDeadLetters',
    'discardDeadLetters',
  ],
  positionals: [
    {
      name: 'ACTION',
      description: 'What to do; edit reads the event from standard input.',
      choices: ACTIONS,
    },
    { name: 'ID', description: 'Only the dead letters with these ids.', isOptional: true, isMany: true },
  ],
  options: {
    pipeline: { value: 'PIPELINE', description: 'Only of this pipeline, by name or id.' },
    node: { value: 'ID', description: 'Only of the node with this id.' },
    reason: { value: 'NAME', description: 'Only with this reason, such as InvalidEvent.' },
    text: { value: 'TEXT', description: 'Only those whose event or reason has this text.' },
    from: { value: 'TIME', description: 'Only from this time on: ISO 8601, or an age (15m, 2h, 1d).' },
    to: { value: 'TIME', description: 'Only before this time, in the same forms.' },
    limit: { short: 'n', value: 'N', description: `List at most this many; ${LISTED} by default.` },
    start: { description: 'Replay to the start of the pipeline instead of the node.' },
    source: {
      value: 'ID',
      description: 'With --start: through this source, where several lead to the node.',
    },
    all: { description: 'Replay or discard all of the site.' },
    yes: { short: 'y', description: 'Confirm a discard that names no ids.' },
  },
  examples: [
    "dead-letters list --pipeline 'web logs' --from 1d",
    "dead-letters replay --pipeline 'web logs' --reason ScriptError",
    'dead-letters export > dead-letters.ndjson',
  ],
  async run(run) {
    const [action, ...ids] = run.positionals;
    const { id: siteId } = await requireSite(run);
    await RUNS[action as Action](run, { siteId, ids, choice: await readChoice(run) });
  },
};
