import type { FormProblem } from '../../../../machines/pipeline-editor/index.ts';
import {
  type ConfigFormat,
  type ConfigProperty,
  isPropertyVisible,
} from '../../../contract/config-format.ts';

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0);

function problemOf(property: ConfigProperty, value: unknown): string | undefined {
  const { label, required, min, max } = property;
  if (isEmpty(value)) return required ? `${label} is required` : undefined;
  if (typeof value !== 'number') return undefined;
  if (min !== undefined && value < min) return `${label} must be at least ${min}`;
  return max !== undefined && value > max ? `${label} must be at most ${max}` : undefined;
}

/** What a configuration lacks by its own format; the service checks the rest when it is saved. */
export function formProblems(
  format: ConfigFormat | undefined,
  config: Record<string, unknown>,
): FormProblem[] {
  const properties = format?.config_groups.flatMap((group) => group.properties) ?? [];
  return properties
    .filter((property) => isPropertyVisible(property, config))
    .flatMap((property) => {
      const message = problemOf(property, config[property.name]);
      return message === undefined ? [] : [{ field: property.name, message }];
    });
}
