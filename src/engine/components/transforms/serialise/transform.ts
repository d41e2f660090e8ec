import type { Batch } from '../../../event/batch.ts';
import { type Path, parsePath } from '../../../event/path.ts';
import type { TransformComponent } from '../../types.ts';
import { inTheWay } from '../problems.ts';
import { readFields } from './read-fields.ts';
import { type SerialiseConfig, serialiseSchema } from './schema.ts';
import { syslogText } from './syslog-text.ts';
import { csvCell, logfmtText } from './writers.ts';

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };

type WriteText = (batch: Batch, event: number) => string;

function csvWriter({ columns, delimiter }: SerialiseConfig): WriteText {
  const paths: readonly Path[] = columns.map(parsePath);
  const between = DELIMITERS[delimiter];
  return (batch, event) =>
    paths
      .map((path) => {
        const member = batch.get(event, path);
        return member < 0 || batch.json(member) === 'null' ? '' : csvCell(batch.text(member), between);
      })
      .join(between);
}

function createWriter(config: SerialiseConfig): WriteText {
  const json: WriteText = (batch, event) => batch.toJsonText(event);
  if (config.format === 'json') return json;
  if (config.format === 'csv') return csvWriter(config);
  if (config.format === 'logfmt') return (batch, event) => logfmtText(readFields(json(batch, event)));
  return (batch, event) => {
    const text = json(batch, event);
    return syslogText(readFields(text), text, config);
  };
}

/** Writes into a field, or replaces the event by raw text. */
export const serialiseTransform: TransformComponent = {
  create(input, context) {
    const config = serialiseSchema.parse(input);
    const write = createWriter(config);
    const { target } = config;
    if (target === undefined)
      return {
        process: (batch, event) => batch.replaceWith(event, Buffer.from(write(batch, event)), true),
      };
    const path = parsePath(target);
    const blocked = inTheWay(target);
    return {
      process(batch, event) {
        if (!batch.setString(event, path, write(batch, event))) context.fail(batch, event, blocked);
      },
    };
  },
};
