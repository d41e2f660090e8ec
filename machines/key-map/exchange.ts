import * as z from 'zod/mini';
import { isKeysText, KEYS_PER_COMMAND_MAX, KEYS_RULE } from '../../src/contract/entities/preferences.ts';
import { getErrorMessage } from '../../src/contract/values.ts';
import { findKeyRefusal, getKeysInForce, toCanonicalKeys } from './bindings.ts';
import type { KeyMapSettings, KeyOverlay, MappedCommand } from './key-map.types.ts';

/** V8's message quotes this many characters on each side of the unexpected one. */
const QUOTED = 10;

const countLinesUntil = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** By the line number in the message, else the quoted text, else the last line. */
function findFaultLine(message: string, text: string): number | undefined {
  const told = /line (\d+)/.exec(message)?.[1];
  if (told !== undefined) return Number(told);
  if (/end of JSON|unterminated/i.test(message)) return countLinesUntil(text, text.trimEnd().length);
  const [, token = '', dots, quoted] =
    /token '([\s\S]+?)', (\.\.\.)?"([\s\S]*?)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  if (quoted === undefined) return undefined;
  const start = text.indexOf(quoted);
  return start < 0
    ? undefined
    : countLinesUntil(text, start + (dots ? QUOTED : quoted.lastIndexOf(token, QUOTED)));
}

function describeJsonProblem(error: unknown, text: string): string {
  const message = getErrorMessage(error);
  const line = findFaultLine(message, text);
  const what = message.replace(/ in JSON at position \d+.*$/, '');
  return `${line === undefined ? '' : `Line ${line}: `}this is not JSON (${what})`;
}

const VERSION = 1;
const fileSchema = z.object({
  penstockKeyMap: z.literal(VERSION),
  characterKeys: z.boolean(),
  keys: z.record(z.string(), z.array(z.string())),
});

/** Macros are personal: exports omit their keys. */
const isPersonal = (commandId: string): boolean => commandId.startsWith('macro.');

const pickOverlayPart = (overlay: KeyOverlay, personal: boolean): KeyOverlay =>
  Object.fromEntries(Object.entries(overlay).filter(([id]) => isPersonal(id) === personal));

/** Only differences from the defaults. */
export function exportKeyMap({ overlay, characterKeys }: KeyMapSettings): string {
  const keys = Object.fromEntries(
    Object.entries(pickOverlayPart(overlay, false)).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return `${JSON.stringify({ penstockKeyMap: VERSION, characterKeys, keys }, null, 2)}\n`;
}

export type ImportedKeyMap =
  | { ok: true; overlay: KeyOverlay; characterKeys: boolean }
  | { ok: false; problems: string[] };

const refuseKeyMap = (...problems: string[]): ImportedKeyMap => ({ ok: false, problems });

function readFile(text: string): z.infer<typeof fileSchema> | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.trimEnd());
  } catch (error) {
    return describeJsonProblem(error, text);
  }
  const file = fileSchema.safeParse(parsed);
  if (file.success) return file.data;
  const issue = file.error.issues[0];
  const field = issue?.path.join('.') || 'the text';
  if (field === 'penstockKeyMap' || field === 'the text')
    return `This is not a key map: "penstockKeyMap" must be ${VERSION}`;
  return field === 'characterKeys'
    ? '"characterKeys" must be true or false'
    : `"${field}" must be ${issue?.path.length === 1 ? 'keys by command' : 'a list of keys, as ["g p"]'}`;
}

function listFaults(id: string, list: readonly string[], command: MappedCommand | undefined): string[] {
  if (!command || command.isFixed) return [`${id}: there is no such command`];
  if (list.length > KEYS_PER_COMMAND_MAX)
    return [`${id}: a command has at most ${KEYS_PER_COMMAND_MAX} keys, not ${list.length}`];
  return list
    .filter((keys) => !isKeysText(toCanonicalKeys(keys)))
    .map((keys) => `${id}: '${keys}' ${KEYS_RULE}`);
}

/** All or nothing. */
export function importKeyMap(text: string, settings: KeyMapSettings): ImportedKeyMap {
  const file = readFile(text);
  if (typeof file === 'string') return refuseKeyMap(file);
  const byId = new Map(settings.commands.map((command) => [command.id, command]));
  const entries = Object.entries(file.keys);
  const faults = entries.map(([id, list]) => listFaults(id, list, byId.get(id)));
  const sound = entries.filter((_, index) => faults[index]?.length === 0);
  const overlay: KeyOverlay = {
    ...pickOverlayPart(settings.overlay, true),
    ...Object.fromEntries(sound.map(([id, list]) => [id, list.map(toCanonicalKeys)])),
  };
  const next: KeyMapSettings = { ...settings, overlay, characterKeys: true };
  const clashes = sound.flatMap(([id]) => {
    const command = byId.get(id);
    if (!command) return [];
    const all = getKeysInForce(command, overlay);
    return all.flatMap((keys, index) => {
      const refusal = findKeyRefusal(next, command, keys, all.slice(0, index));
      return refusal ? [`${id}: ${refusal.message}`] : [];
    });
  });
  const problems = [...faults.flat(), ...clashes];
  return problems.length > 0
    ? refuseKeyMap(...problems)
    : { ok: true, overlay, characterKeys: file.characterKeys };
}
