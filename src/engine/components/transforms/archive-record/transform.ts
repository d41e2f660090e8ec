import { CLOSE_BRACE, COMMA } from '../../../event/bytes.ts';
import { ORIGIN } from '../../../event/constants.ts';
import { Output } from '../../../event/output.ts';
import type { TransformComponent } from '../../types.ts';

/** If the clock is set back by less, times keep increasing; a larger step is followed. */
const SET_BACK_MICROS = 60_000_000;

const copyTo = (out: Output, bytes: Buffer): void => out.copy(bytes, 0, bytes.length);

/**
 * Builds an archive record of each event as received: an increasing time, the source, the event (raw line as
 * `message`, object as `event`), and its origin if the settings name `@origin`. Only archives use it, so it
 * is not in the catalogue (src/docs/archive.md).
 */
export const archiveRecordTransform: TransformComponent = {
  create({ source, sourceId, origin }, { clock }) {
    const names = `"source":${JSON.stringify(source)},"sourceId":${JSON.stringify(sourceId)}`;
    const afterTime = Buffer.from(`Z",${names}`);
    const beforeEvent = Buffer.from(',"event":');
    const beforeOrigin = Buffer.from(',"origin":');
    const hasOrigin = origin === ORIGIN.text;
    const out = new Output(4096);
    let last = 0;
    let writtenMs = -1;
    let beforeMicros = Buffer.alloc(0);
    const micros = (): number => {
      const now = clock.date() * 1000;
      last = now > last || last - now > SET_BACK_MICROS ? now : last + 1;
      return last;
    };
    return {
      process(batch, event) {
        const time = micros();
        const ms = Math.floor(time / 1000);
        if (ms !== writtenMs) {
          writtenMs = ms;
          beforeMicros = Buffer.from(`{"received":"${new Date(ms).toISOString().slice(0, -1)}`);
        }
        out.clear();
        copyTo(out, beforeMicros);
        const rest = time % 1000;
        out.byte(0x30 + Math.floor(rest / 100));
        out.byte(0x30 + (Math.floor(rest / 10) % 10));
        out.byte(0x30 + (rest % 10));
        copyTo(out, afterTime);
        const known = hasOrigin ? batch.origins?.[event] : undefined;
        if (known !== undefined) {
          copyTo(out, beforeOrigin);
          copyTo(out, Buffer.from(known));
        }
        if (batch.isRawText(event)) {
          const open = out.length;
          batch.writeJson(event, out);
          out.bytes[open] = COMMA;
        } else {
          copyTo(out, beforeEvent);
          batch.writeJson(event, out);
          out.byte(CLOSE_BRACE);
        }
        batch.replaceWith(event, out.view(), false);
      },
    };
  },
};
