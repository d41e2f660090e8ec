import { WireType } from '@bufbuild/protobuf/wire';
import { MalformedReport, ReportReader } from './report-reader.ts';

const DEPTH_MAX = 20;

export type ReadEvent = { text: string; isText?: true };

class EventsReader extends ReportReader {
  readonly events: ReadEvent[] = [];

  read(): void {
    this.inner(this.length, 1, (resource) =>
      this.inner(resource, 2, (scope) =>
        this.inner(scope, 2, (record) => this.inner(record, 5, (body) => this.take(body))),
      ),
    );
  }

  private take(end: number): void {
    const value = this.value(end, 0);
    this.events.push(
      value.startsWith('"') ? { text: JSON.parse(value) as string, isText: true } : { text: value },
    );
  }

  /** As JSON; numbers keep their digits. */
  private value(end: number, depth: number): string {
    if (depth > DEPTH_MAX) throw new MalformedReport('A value is nested too deeply');
    const { reader } = this;
    let text = 'null';
    this.fields(end, (field, wire) => {
      if (field === 1 && wire === WireType.LengthDelimited) text = JSON.stringify(reader.string());
      else if (field === 2 && wire === WireType.Varint) text = String(reader.bool());
      else if (field === 3 && wire === WireType.Varint) text = String(reader.int64());
      else if (field === 4 && wire === WireType.Bit64) text = JSON.stringify(reader.double());
      else if (field === 5) text = `[${this.values(this.end(wire), depth).join(',')}]`;
      else if (field === 6) text = `{${this.pairs(this.end(wire), depth).join(',')}}`;
      else if (field === 7 && wire === WireType.LengthDelimited)
        text = JSON.stringify(Buffer.from(reader.bytes()).toString('base64'));
      else return false;
      return true;
    });
    return text;
  }

  private values(end: number, depth: number): string[] {
    const values: string[] = [];
    this.inner(end, 1, (value) => values.push(this.value(value, depth + 1)));
    return values;
  }

  private pairs(end: number, depth: number): string[] {
    const pairs: string[] = [];
    this.inner(end, 1, (pair) => {
      let [key, value] = ['', 'null'];
      this.fields(pair, (field, wire) => {
        if (field === 1 && wire === WireType.LengthDelimited) key = this.reader.string();
        else if (field === 2) value = this.value(this.end(wire), depth + 1);
        else return false;
        return true;
      });
      pairs.push(`${JSON.stringify(key)}:${value}`);
    });
    return pairs;
  }
}

/**
 * Log bodies of an ExportLogsServiceRequest.
 * @throws MalformedReport, or an error of the protobuf reader
 */
export function readEvents(bytes: Uint8Array): ReadEvent[] {
  const reader = new EventsReader(bytes);
  reader.read();
  return reader.events;
}
