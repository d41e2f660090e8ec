import type { SaveOutcome } from '../../../../machines/entity-form/entity-form.machine.ts';
import { toApiError } from '../../api/api-error.ts';

const revisionOf = (current: unknown): number => {
  const revision: unknown =
    typeof current === 'object' && current !== null ? Reflect.get(current, 'revision') : undefined;
  return typeof revision === 'number' ? revision : 0;
};

/**
 * Returns refusals as an outcome, with the form's field names.
 * @param prefix of the fields in the call's body
 */
export async function saveOutcome(
  prefix: RegExp,
  write: () => Promise<{ id: string; revision: number }>,
): Promise<SaveOutcome> {
  try {
    return { kind: 'saved', ...(await write()) };
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status === 0) throw error;
    if (error.code === 'STALE_VERSION') return { kind: 'stale', storedRevision: revisionOf(error.current) };
    const errors: Record<string, string> = {};
    for (const { field, message } of error.details) {
      const name = field.replace(prefix, '');
      // Keep the first error per field.
      errors[name === 'name' || name === 'description' ? name : `config.${name}`] ??= message;
    }
    return { kind: 'refused', errors, message: error.details.length > 0 ? '' : error.message };
  }
}
