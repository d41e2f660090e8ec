import type { ComponentProblem, TransformComponent } from '../../types.ts';
import { type FoundFields, textParser, tooManyFields } from '../text-parser.ts';
import { HEADER, readCef } from './read-cef.ts';
import { parseCefSchema } from './schema.ts';

const notCef = (field: string): ComponentProblem => ({
  errorName: 'CefInvalid',
  message: `The text in ${field} is not CEF`,
  causes: ['The line comes from another program', 'The line was cut off in its header'],
  resolutions: [
    'Compare the example event with CEF:0|vendor|product|version|id|name|severity|key=value',
    'Add a condition so that only CEF comes here',
  ],
});

const LABEL = 'Label';

/** Turns `cs1Label=Rule cs1=web` into `Rule=web`. */
function nameByLabels(found: FoundFields): void {
  const { names, values } = found;
  const places = new Map(names.map((name, at) => [name, at]));
  const spent = new Set<number>();
  for (const [at, name] of names.entries()) {
    if (!name.endsWith(LABEL)) continue;
    const value = places.get(name.slice(0, -LABEL.length));
    const label = values[at];
    if (value === undefined || typeof label !== 'string' || label === '' || places.has(label)) continue;
    names[value] = label;
    places.set(label, value);
    spent.add(at);
  }
  if (spent.size === 0) return;
  const kept = names.map((name, at) => ({ name, value: values[at] ?? '' })).filter((_, at) => !spent.has(at));
  found.clear();
  for (const { name, value } of kept) found.add(name, value);
}

export const parseCefTransform: TransformComponent = {
  create(input, context) {
    const config = parseCefSchema.parse(input);
    const invalid = notCef(config.field);
    const tooMany = tooManyFields(config.field);
    return textParser(config, context, (text, found) => {
      let isFull = false;
      const problem = readCef(text, (name, value) => {
        isFull = !found.add(name, value);
        return !isFull;
      });
      if (problem !== null) return invalid;
      found.texts = HEADER.length;
      if (isFull) return tooMany;
      if (config.labels) nameByLabels(found);
      return null;
    });
  },
};
