import type { ComponentProblem, TransformComponent } from '../../types.ts';
import { type FoundFields, textParser, tooManyFields } from '../text-parser.ts';
import { readPairs } from './pairs.ts';
import { type ParseKeyValueConfig, parseKeyValueSchema } from './schema.ts';

const QUOTES: Record<ParseKeyValueConfig['quotes'], string> = {
  double: '"',
  single: "'",
  both: `"'`,
  none: '',
};

const noPairs = (field: string, valueDelimiter: string): ComponentProblem => ({
  errorName: 'NoPairs',
  message: `The text in ${field} holds no name${valueDelimiter}value pair`,
  causes: ['Some lines have another layout', 'The delimiters of the lines are others than those set'],
  resolutions: [
    'Compare the example event with the delimiters',
    'Add a condition so that only lines of this layout come here',
  ],
});

function addAgain(
  found: FoundFields,
  at: number,
  value: string,
  repeated: ParseKeyValueConfig['repeated'],
): void {
  if (repeated === 'first') return;
  const before = found.values[at] ?? '';
  if (repeated === 'last') found.values[at] = value;
  else if (typeof before === 'string') found.values[at] = [before, value];
  else before.push(value);
}

export const parseKeyValueTransform: TransformComponent = {
  create(input, context) {
    const config = parseKeyValueSchema.parse(input);
    const { pairDelimiter, valueDelimiter, repeated } = config;
    const syntax = { pairDelimiter, valueDelimiter, quotes: QUOTES[config.quotes] };
    const none = noPairs(config.field, valueDelimiter);
    const tooMany = tooManyFields(config.field);
    const places = new Map<string, number>();
    return textParser(config, context, (text, found) => {
      places.clear();
      let pairs = 0;
      let isFull = false;
      readPairs(text, syntax, (name, value) => {
        if (value !== undefined) pairs++;
        else if (config.bareWords === 'ignore') return true;
        const at = places.get(name);
        if (at !== undefined) addAgain(found, at, value ?? 'true', repeated);
        else {
          places.set(name, found.names.length);
          isFull = !found.add(name, value ?? 'true');
        }
        return !isFull;
      });
      if (isFull) return tooMany;
      return pairs === 0 ? none : null;
    });
  },
};
