import * as z from 'zod/mini';
import { isKeysText, KEYS_PER_COMMAND_MAX, KEYS_RULE } from '../../src/contract/entities/preferences.ts';
import { canonicalKeys, keysInForce, refusalOf } from './bindings.ts';
import { jsonProblem } from './json-problem.ts';
import type { KeyMapSettings, KeyOverlay, MappedCommand } from './key-map.types.ts';

const VERSION = 1;
const fileSchema = z.object({
  penstockKeyMap: z.literal(VERSION),
  characterKeys: z.boolean(),
  keys: z.record(z.string(), z.array(z.string())),
});

/** Macros are personal: exports leave out their keys. */
const isPersonal = (commandId: string): boolean => commandId.startsWith('macro.');

const partOf = (overlay: KeyOverlay, personal: boolean): KeyOverlay =>
  Object.fromEntries(Object.entries(overlay).filter(([id]) => isPersonal(id) === personal));

/** Only differences from the defaults. */
export function exportKeyMap({ overlay, characterKeys }: KeyMapSettings): string {
  const keys = Object.fromEntries(
    Object.entries(partOf(overlay, false)).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return `${JSON.stringify({ penstockKeyMap: VERSION, characterKeys, keys }, null, 2)}\n`;
}

export type ImportedKeyMap =
  | { ok: true; overlay: KeyOverlay; characterKeys: boolean }
  | { ok: false; problems: string[] };

const refused = (...problems: string[]): ImportedKeyMap => ({ ok: false, problems });

function readFile(text: string): z.infer<typeof fileSchema> | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.trimEnd());
  } catch (error) {
    return jsonProblem(error, text);
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

function faultsOf(id: string, list: readonly string[], command: MappedCommand | undefined): string[] {
  if (!command || command.isFixed) return [`${id}: there is no such command`];
  if (list.length > KEYS_PER_COMMAND_MAX)
    return [`${id}: a command has at most ${KEYS_PER_COMMAND_MAX} keys, not ${list.length}`];
  return list
    .filter((keys) => !isKeysText(canonicalKeys(keys)))
    .map((keys) => `${id}: '${keys}' ${KEYS_RULE}`);
}

/** All or nothing. */
export function importKeyMap(text: string, settings: KeyMapSettings): ImportedKeyMap {
  const file = readFile(text);
  if (typeof file === 'string') return refused(file);
  const byId = new Map(settings.commands.map((command) => [command.id, command]));
  const entries = Object.entries(file.keys);
  const faults = entries.map(([id, list]) => faultsOf(id, list, byId.get(id)));
  const sound = entries.filter((_, index) => faults[index]?.length === 0);
  const overlay: KeyOverlay = {
    ...partOf(settings.overlay, true),
    ...Object.fromEntries(sound.map(([id, list]) => [id, list.map(canonicalKeys)])),
  };
  const next: KeyMapSettings = { ...settings, overlay, characterKeys: true };
  const clashes = sound.flatMap(([id]) => {
    const command = byId.get(id);
    if (!command) return [];
    const all = keysInForce(command, overlay);
    return all.flatMap((keys, index) => {
      const refusal = refusalOf(next, command, keys, all.slice(0, index));
      return refusal ? [`${id}: ${refusal.message}`] : [];
    });
  });
  const problems = [...faults.flat(), ...clashes];
  return problems.length > 0
    ? refused(...problems)
    : { ok: true, overlay, characterKeys: file.characterKeys };
}
