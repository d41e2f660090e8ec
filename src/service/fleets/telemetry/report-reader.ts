import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

const FIELDS_MAX = 200_000;

export class MalformedReport extends Error {}

export type Take = (field: number, wire: WireType) => boolean;

/**
 * Walks an OTLP report with the field numbers of
 * [opentelemetry-proto](https://github.com/open-telemetry/opentelemetry-proto); unknown fields are skipped.
 */
export class ReportReader {
  protected readonly reader: BinaryReader;
  protected readonly length: number;
  private seen = 0;

  constructor(bytes: Uint8Array) {
    this.reader = new BinaryReader(bytes);
    this.length = bytes.length;
  }

  protected fields(end: number, take: Take): void {
    const { reader } = this;
    while (reader.pos < end) {
      this.seen += 1;
      if (this.seen > FIELDS_MAX) throw new MalformedReport(`A report has more than ${FIELDS_MAX} fields`);
      const [field, wire] = reader.tag();
      if (!take(field, wire)) reader.skip(wire, field);
    }
    if (reader.pos !== end) throw new MalformedReport('A message is longer than it says');
  }

  protected end(wire: WireType): number {
    if (wire !== WireType.LengthDelimited) throw new MalformedReport('A field has the wrong wire type');
    const end = this.reader.uint32() + this.reader.pos;
    if (end > this.length) throw new MalformedReport('A message ends too early');
    return end;
  }

  /** Reads the message in field `wanted`, and skips all others. */
  protected inner(end: number, wanted: number, read: (end: number) => void): void {
    this.fields(end, (field, wire) => {
      if (field !== wanted) return false;
      read(this.end(wire));
      return true;
    });
  }

  /** The text is empty for other values. */
  protected attribute(end: number): [key: string, text: string] {
    let [key, text] = ['', ''];
    this.fields(end, (field, wire) => {
      if (field === 1 && wire === WireType.LengthDelimited) key = this.reader.string();
      else if (field === 2) text = this.text(this.end(wire));
      else return false;
      return true;
    });
    return [key, text];
  }

  protected text(end: number): string {
    let text = '';
    this.fields(end, (field, wire) => {
      if (field !== 1 || wire !== WireType.LengthDelimited) return false;
      text = this.reader.string();
      return true;
    });
    return text;
  }
}
