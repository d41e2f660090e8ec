import { readFile } from 'node:fs/promises';
import { CALL_IDS, type CallId, callDefinition } from '../../contract/calls/index.ts';
import { getErrorMessage } from '../../contract/values.ts';
import type { CliCommand, Run } from '../command.ts';
import { usageError } from '../exit.ts';
import { jsonText, table } from '../output.ts';

/** Multipart uploads and downloads are not JSON. */
const CALLABLE = CALL_IDS.filter((id) => !callDefinition(id).upload && !callDefinition(id).download);

/** Parses `a=1&a=2&b=3` as path or query; repeated names make a list. */
function parseValues(text: string | undefined): Record<string, string | string[]> {
  const parameters = new URLSearchParams(text ?? '');
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const all = parameters.getAll(name);
      return [name, all.length === 1 ? (all[0] ?? '') : all];
    }),
  );
}

async function readBody(run: Run): Promise<unknown> {
  const given = run.option('body');
  if (given === undefined) return {};
  const text = given === '-' ? await run.readInput() : given.startsWith('@') ? await fileText(given) : given;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`--body is not JSON: ${getErrorMessage(error)}`);
  }
}

const fileText = (given: string): Promise<string> =>
  readFile(given.slice(1), 'utf8').catch((error: Error) => {
    throw usageError(`'${given.slice(1)}' cannot be read: ${error.message}`);
  });

function requirePath(id: CallId, path: Record<string, unknown>): void {
  const names = [...callDefinition(id).path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const missing = names.filter((name) => path[name] === undefined);
  if (missing.length > 0)
    throw usageError(`The call ${id} needs ${missing.join(', ')}`, `Add --path ${missing[0]}=…`);
}

export const call: CliCommand = {
  name: 'call',
  summary: 'Make any API call by name and print the answer; without a name, list the calls.',
  calls: CALLABLE,
  positionals: [{ name: 'CALL', description: 'Name of the call.', isOptional: true, choices: CALLABLE }],
  options: {
    path: { value: 'A=1&B=2', description: 'Parameters of the path.' },
    query: { value: 'A=1&B=2', description: 'Parameters of the query.' },
    body: { value: 'JSON', description: "The body; '@FILE' reads a file, '-' standard input." },
    'if-match': {
      value: 'VERSION',
      description: "The version that is changed; '*' overwrites whatever is there.",
    },
  },
  examples: ['call', 'call getPipeline --path pipelineId=301763769600000123'],
  async run(run) {
    const [id] = run.positionals as [CallId?];
    if (id === undefined) {
      const rows = CALLABLE.map((one) => {
        const { method, path, summary } = callDefinition(one);
        return [one, method, path, summary];
      });
      if (run.isJson) return run.write(jsonText(CALLABLE));
      return run.write(table(['CALL', 'METHOD', 'PATH', 'WHAT'], rows));
    }
    const [path, query] = [parseValues(run.option('path')), parseValues(run.option('query'))];
    requirePath(id, path);
    const ifMatch = run.option('if-match');
    const parts = { path: path as Record<string, string>, query, body: await readBody(run) };
    const { data } = await run.client.call(id, ifMatch === undefined ? parts : { ...parts, ifMatch });
    run.write(jsonText(data));
  },
};
