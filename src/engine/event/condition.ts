import type { Condition } from '../../contract/conditions.ts';
import type { Batch } from './batch.ts';

export type CompiledCondition = (batch: Batch, ev: number) => boolean;

/**
 * Compiles rules to a test of one event. A missing field makes every operator but `not_exists` false.
 * Throws FieldPathError, PatternError or ConditionError naming what is wrong.
 */
export function compileCondition(_condition: Condition): CompiledCondition {
  throw new Error('Conditions cannot be compiled yet');
}
