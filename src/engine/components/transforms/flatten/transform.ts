import type { Batch, Span } from '../../../event/batch.ts';
import { OPEN_BRACE, OPEN_BRACKET } from '../../../event/bytes.ts';
import { Output } from '../../../event/output.ts';
import { type Path, parsePath } from '../../../event/path.ts';
import type { ComponentProblem, TransformComponent } from '../../types.ts';
import { fieldMissing } from '../problems.ts';
import { FlatWriter, MAX_FLAT_BYTES } from './flat-writer.ts';
import { flattenSchema } from './schema.ts';

const TOO_LARGE: ComponentProblem = {
  errorName: 'FlatTooLarge',
  message: `Flattened, the event would have more than ${MAX_FLAT_BYTES / 1024 / 1024} MiB`,
  causes: ['Long names lie above very many values: each value repeats the names above it'],
  resolutions: ['Flatten fewer levels', 'Remove fields that nobody needs before this step'],
};

const noObject = (path: string): ComponentProblem => ({
  errorName: 'NotAnObject',
  message: `The field ${path} is not an object`,
  causes: ['An event holds a text, a number or a list there'],
  resolutions: [`Add a condition so that only events with an object in ${path} come here`],
});

/** Raw text passes unchanged. */
export const flattenTransform: TransformComponent = {
  create(input, context) {
    const config = flattenSchema.parse(input);
    const writer = new FlatWriter(config);
    const scratch = new Output(4096);
    const span: Span = { buf: scratch.bytes, start: 0, end: 0 };

    const whole = (batch: Batch, event: number): ComponentProblem | null => {
      if (batch.isRawText(event)) return null;
      batch.locate(event, scratch, span);
      if (!writer.write(span.buf, span.start)) return TOO_LARGE;
      batch.replaceWith(event, writer.out.view(), false);
      return null;
    };
    const below = (path: Path, text: string) => {
      const missing = fieldMissing(text);
      const wrong = noObject(text);
      return (batch: Batch, event: number): ComponentProblem | null => {
        const member = batch.get(event, path);
        if (member < 0) return missing;
        const kind = batch.kind(member);
        if (kind !== OPEN_BRACE && !(kind === OPEN_BRACKET && config.lists)) return wrong;
        const json = Buffer.from(`${batch.json(member)}\n`);
        if (!writer.write(json, 0)) return TOO_LARGE;
        batch.setTrusted(event, path, writer.out.view());
        return null;
      };
    };
    const run = config.field === undefined ? whole : below(parsePath(config.field), config.field);
    return {
      process(batch, event) {
        const problem = run(batch, event);
        if (problem) context.fail(batch, event, problem);
      },
    };
  },
};
