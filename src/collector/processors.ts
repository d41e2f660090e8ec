import { negate, type OttlCondition } from './ottl.ts';

/** Settings are a YAML value. */
export type CollectorComponent = { readonly type: string; readonly settings: Record<string, unknown> };

/** Statements for records that meet the condition on arrival, whatever the statements change. */
export function transformProcessor(
  statements: readonly string[],
  condition: OttlCondition = true,
): CollectorComponent[] {
  if (condition === false || statements.length === 0) return [];
  const group = { ...(condition !== true && { conditions: [condition] }), statements: [...statements] };
  return [{ type: 'transform', settings: { error_mode: 'ignore', log_statements: [group] } }];
}

export function dropProcessor(condition: OttlCondition): CollectorComponent[] {
  if (condition === false) return [];
  const text = condition === true ? 'true' : condition;
  return [{ type: 'filter', settings: { error_mode: 'ignore', logs: { log_record: [text] } } }];
}

export const keepProcessor = (condition: OttlCondition): CollectorComponent[] =>
  dropProcessor(negate(condition));
