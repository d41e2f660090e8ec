import { conditionSchema } from '../../contract/conditions.ts';
import { filterTransform } from '../components/transforms/filter/transform.ts';
import { parseCefTransform } from '../components/transforms/parse-cef/transform.ts';
import { parseCsvTransform } from '../components/transforms/parse-csv/transform.ts';
import { parseGrokTransform } from '../components/transforms/parse-grok/transform.ts';
import { parseJsonTransform } from '../components/transforms/parse-json/transform.ts';
import { parseKeyValueTransform } from '../components/transforms/parse-key-value/transform.ts';
import { parseRegexTransform } from '../components/transforms/parse-regex/transform.ts';
import { parseTimestampTransform } from '../components/transforms/parse-timestamp/transform.ts';
import { redactTransform } from '../components/transforms/redact/transform.ts';
import { removeFieldsTransform } from '../components/transforms/remove-fields/transform.ts';
import { sampleTransform } from '../components/transforms/sample/transform.ts';
import type { TransformComponent, TransformContext } from '../components/types.ts';
import { Batch } from '../event/batch.ts';
import { compileCondition } from '../event/condition.ts';

const TRANSFORMS = {
  parse_json: parseJsonTransform,
  parse_key_value: parseKeyValueTransform,
  parse_csv: parseCsvTransform,
  parse_cef: parseCefTransform,
  parse_grok: parseGrokTransform,
  parse_regex: parseRegexTransform,
  parse_timestamp: parseTimestampTransform,
  redact: redactTransform,
  remove_fields: removeFieldsTransform,
  filter: filterTransform,
  sample: sampleTransform,
} satisfies Record<string, TransformComponent>;

export type TriedTemplate = keyof typeof TRANSFORMS;

export type TriedEvent = { text: string; isText: boolean };

/** JSON texts, empty once dropped; `isChanged` is false when the transform failed or did nothing. */
export type TriedResult = { isChanged: boolean; before: string; after: string };

const nothingKept = (): never => {
  throw new Error('only transforms without state are tried');
};

/** Runs a transform with its condition as a pipeline would. `config` must be valid. */
export function tryTransform(
  templateId: TriedTemplate,
  config: Record<string, unknown>,
  events: readonly TriedEvent[],
): TriedResult[] {
  const failed = new Set<number>();
  const context: TransformContext = {
    siteId: '',
    componentId: '',
    name: templateId,
    clock: { now: () => 0, date: () => Date.now() },
    report: () => undefined,
    fail: (_batch, event) => void failed.add(event),
    keep: nothingKept,
    emit: nothingKept,
  };
  const transform = TRANSFORMS[templateId].create(config, context);
  const condition = conditionSchema.safeParse(config.condition).data;
  const isWanted = condition ? compileCondition(condition) : () => true;
  const batch = new Batch();
  for (const { text, isText } of events)
    if (isText) batch.appendRaw(Buffer.from(text));
    else batch.appendJson(Buffer.from(text));
  return events.map((_, event) => {
    if (!batch.isLive(event)) return { isChanged: false, before: '', after: '' };
    const before = batch.toJsonText(event);
    if (isWanted(batch, event)) transform.process(batch, event);
    const isGone = !batch.isLive(event);
    const after = isGone ? (failed.has(event) ? before : '') : batch.toJsonText(event);
    return { isChanged: !failed.has(event) && after !== before, before, after };
  });
}
