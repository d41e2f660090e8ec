import { compileNamed } from '../../../patterns/pattern.ts';
import type { ComponentProblem, TransformComponent } from '../../types.ts';
import { textParser } from '../text-parser.ts';
import { parseRegexSchema } from './schema.ts';

const noMatch = (field: string): ComponentProblem => ({
  errorName: 'RegexNoMatch',
  message: `The text in ${field} does not match the pattern`,
  causes: [
    'Some lines have another layout than the pattern expects',
    'Lines were cut off before they came here',
  ],
  resolutions: [
    'Compare the example event with the pattern',
    'Add a condition so that only lines of this layout come here',
  ],
});

/** Sets a field for each named group of the first match. */
export const parseRegexTransform: TransformComponent = {
  create(input, context) {
    const config = parseRegexSchema.parse(input);
    const { regexp, names } = compileNamed(config.pattern, { ignoreCase: config.ignoreCase });
    const unmatched = noMatch(config.field);
    return textParser(config, context, (text, found) => {
      const match = regexp.exec(text);
      if (match === null) return unmatched;
      for (let i = 0; i < names.length; i++) {
        const value = match[i + 1];
        if (value !== undefined) found.add(names[i]!, value);
      }
      return null;
    });
  },
};
