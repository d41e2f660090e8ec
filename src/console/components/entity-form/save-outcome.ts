import type { FieldErrors, SaveOutcome } from '../../../../machines/entity-form/entity-form.machine.ts';
import { isRecord } from '../../../contract/values.ts';
import { type ApiError, toApiError } from '../../api/api-error.ts';

/** The stored version on a conflict; undefined for other errors. */
export function readStaleRevision({ code, current }: ApiError): number | undefined {
  if (code !== 'STALE_VERSION') return undefined;
  return isRecord(current) && typeof current.revision === 'number' ? current.revision : 0;
}

/**
 * Returns refusals as an outcome, with the form's field names; throws only connection errors.
 * @param errorsOf maps refused fields of the call's body to the form's
 */
export async function saveOutcome(
  errorsOf: (error: ApiError) => FieldErrors | Promise<FieldErrors>,
  write: () => Promise<{ id: string; revision: number }>,
): Promise<SaveOutcome> {
  try {
    return { kind: 'saved', ...(await write()) };
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status === 0) throw error;
    const storedRevision = readStaleRevision(error);
    if (storedRevision !== undefined) return { kind: 'stale', storedRevision };
    const errors = await errorsOf(error);
    return { kind: 'refused', errors, message: Object.keys(errors).length > 0 ? '' : error.message };
  }
}

/**
 * For a form whose fields besides name and description are its configuration. Keeps a field's first error.
 */
export const createFieldErrorsReader =
  (prefix: RegExp) =>
  ({ details }: ApiError): FieldErrors => {
    const errors: Record<string, string> = {};
    for (const { field, message } of details) {
      const name = field.replace(prefix, '');
      errors[name === 'name' || name === 'description' ? name : `config.${name}`] ??= message;
    }
    return errors;
  };
