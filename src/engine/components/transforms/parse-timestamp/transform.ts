import type { Batch } from '../../../event/batch.ts';
import { formatPath, parsePath } from '../../../event/path.ts';
import type { ComponentProblem, TransformComponent } from '../../types.ts';
import { fieldMissing, inTheWay } from '../problems.ts';
import { compileDirectives, type ReadTime } from './directives.ts';
import { FORMATS, MAX_TIME_LENGTH, RECOGNISED } from './formats.ts';
import { toIsoText } from './instant.ts';
import { type ParseTimestampConfig, parseTimestampSchema } from './schema.ts';

const unreadable = (field: string): ComponentProblem => ({
  errorName: 'TimestampUnreadable',
  message: `The value of ${field} is not a time in the chosen format`,
  causes: ['Some events use another time format', 'There is no such day or hour'],
  resolutions: ['Compare the example event with the format', 'Choose Custom formats and add theirs'],
});

function compileReaders({ format, formats }: ParseTimestampConfig): readonly ReadTime[] {
  if (format === 'auto') return RECOGNISED;
  return format === 'own' ? formats.map(compileDirectives) : [FORMATS[format]];
}

/** The first matching format wins; the time is written in UTC. */
export const parseTimestampTransform: TransformComponent = {
  create(input, context) {
    const config = parseTimestampSchema.parse(input);
    const source = parsePath(config.field);
    const target = parsePath(config.target);
    const written = (path: typeof source) => formatPath(path.map((name) => name.text));
    const removes = !config.keepOriginal && written(source) !== written(target);
    const readers = compileReaders(config);
    const missing = fieldMissing(config.field);
    const unread = unreadable(config.field);
    const blocked = inTheWay(config.target);

    const readIsoText = (batch: Batch, member: number): string | null => {
      const text = batch.text(member);
      if (text.length > MAX_TIME_LENGTH) return null;
      const trimmed = text.trim();
      for (const read of readers) {
        const parts = read(trimmed);
        const iso = parts && toIsoText(parts, config.timezone, Date.now());
        if (iso) return iso;
      }
      return null;
    };
    const parse = (batch: Batch, event: number): ComponentProblem | null => {
      const member = batch.get(event, source);
      if (member < 0) return missing;
      const iso = readIsoText(batch, member);
      if (iso === null) return unread;
      if (!batch.setString(event, target, iso)) return blocked;
      if (removes) batch.remove(event, source);
      return null;
    };
    return {
      process(batch, event) {
        const problem = parse(batch, event);
        if (problem) context.fail(batch, event, problem);
      },
    };
  },
};
