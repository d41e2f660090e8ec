import type { DeadLetter, DeadLetterChoice } from '../types/dead-letter.ts';

/** All columns but the event; its beginning is `head`. */
export const LISTED = `id, pipeline_id, component_id, node_id, at, error_name, message, is_text, length(event) as bytes,
  revision, edited_at, replay_at, is_uncertain, origin`;

export type NewLetter = Pick<
  DeadLetter,
  'pipelineId' | 'componentId' | 'nodeId' | 'at' | 'errorName' | 'message' | 'isText' | 'origin'
> & { readonly event: Uint8Array };

export type LetterRow = Record<string, string | number | bigint | Uint8Array | null>;

function readText(bytes: Uint8Array, isCut: boolean): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return isCut ? text.replace(/\uFFFD{1,3}$/, '') : text;
}

export function toLetter(row: LetterRow): DeadLetter {
  const head = row.head as Uint8Array;
  const bytes = Number(row.bytes);
  const isCut = head.byteLength < bytes;
  return {
    id: Number(row.id),
    pipelineId: String(row.pipeline_id),
    componentId: String(row.component_id),
    nodeId: String(row.node_id),
    at: Number(row.at),
    errorName: String(row.error_name),
    message: String(row.message),
    bytes,
    isText: row.is_text === 1,
    event: readText(head, isCut),
    isCut,
    revision: Number(row.revision),
    editedAt: Number(row.edited_at),
    isReplaying: row.replay_at !== 0,
    isUncertain: row.is_uncertain === 1,
    ...(row.origin !== null && { origin: String(row.origin) }),
  };
}

export type Condition = { readonly sql: string; readonly values: (string | number)[] };

/** SQL condition; ids lie after `after`, up to `upTo`. */
export function toCondition(choice: DeadLetterChoice, after?: number, upTo?: number): Condition {
  const parts: string[] = [];
  const values: (string | number)[] = [];
  const add = (sql: string, ...given: (string | number)[]) => {
    parts.push(sql);
    values.push(...given);
  };
  const { ids, pipelineId, pipelineIds, componentId, errorName, from, to, text } = choice;
  if (ids) add('id in (select value from json_each(?))', JSON.stringify(ids));
  if (pipelineId !== undefined) add('pipeline_id = ?', pipelineId);
  if (pipelineIds) add('pipeline_id in (select value from json_each(?))', JSON.stringify(pipelineIds));
  if (componentId !== undefined) add('component_id = ?', componentId);
  if (errorName !== undefined) add('error_name = ?', errorName);
  if (from !== undefined) add('at >= ?', from);
  if (to !== undefined) add('at < ?', to);
  if (after !== undefined) add('id > ?', after);
  if (upTo !== undefined) add('id <= ?', upTo);
  if (text) {
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
    add(`(message like ? escape '\\' or cast(event as text) like ? escape '\\')`, pattern, pattern);
  }
  return { sql: parts.length === 0 ? 'true' : parts.join(' and '), values };
}
