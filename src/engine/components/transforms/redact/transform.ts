import type { Span } from '../../../event/batch.ts';
import { MESSAGE } from '../../../event/constants.ts';
import { parseGlobPath } from '../../../event/glob.ts';
import { Output } from '../../../event/output.ts';
import type { TransformComponent } from '../../types.ts';
import { ReadAhead } from './read-ahead.ts';
import { Redactor } from './redactor.ts';
import { redactSchema } from './schema.ts';

/** Events without a match stay unchanged, byte for byte. */
export const redactTransform: TransformComponent = {
  create(input) {
    const written = new Output(0);
    const redactor = new Redactor(redactSchema.parse(input), parseGlobPath, written);
    const scratch = new Output(4096);
    const ahead = redactor.tables && new ReadAhead(redactor.tables, redactor.skipsTimes);
    const span: Span = { buf: scratch.bytes, start: 0, end: 0 };
    return {
      process(batch, event) {
        const isText = batch.isRawText(event);
        batch.locate(event, scratch, span);
        const { buf, start, end } = span;
        const at = ahead?.find(batch, event, start) ?? -1;
        if (at >= 0 && ahead!.hasNothing(at)) return;
        batch.lendRoom(written);
        let isFound: boolean;
        if (at >= 0) isFound = redactor.found(buf, start, end, ahead!.ints, at, isText);
        else isFound = isText ? redactor.text(buf, start, end, MESSAGE) : redactor.json(buf, start, end);
        if (isFound) batch.replaceByLent(event, written, isText);
        else batch.giveUp(written);
      },
    };
  },
};
