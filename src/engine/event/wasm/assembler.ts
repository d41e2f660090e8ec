import { ZERO } from '../bytes.ts';

/**
 * Makes WebAssembly modules from functions written in TypeScript, so that no compiler and no binary file is
 * needed. Instructions are trees: operands first, as in `add(get(p), constant(1))`. All values are i32 but the
 * vectors of 16 bytes.
 * @see https://webassembly.github.io/spec/core/binary/
 */
export type Code = (depth: number) => readonly number[];

/** A target of `branch`, given to the body of its block or loop. */
export type Label = { readonly depth: number };
export type Local = { readonly index: number };

type Locals = { readonly parameters: number; readonly ints: number; readonly vectors: number };
export type WasmFunction = Locals & {
  readonly name: string | null;
  readonly body: readonly Code[];
};

/** Bytes of a vector and of an int. */
export const VECTOR = 16;
export const INT = 4;

const I32 = 0x7f;
const V128 = 0x7b;
const NO_RESULT = 0x40;

const unsigned = (value: number): number[] => {
  const bytes: number[] = [];
  for (let rest = value; ; ) {
    const low = rest & 0x7f;
    rest >>>= 7;
    if (rest === 0) return [...bytes, low];
    bytes.push(low | 0x80);
  }
};

const signed = (value: number): number[] => {
  const bytes: number[] = [];
  for (let rest = value; ; ) {
    const low = rest & 0x7f;
    rest >>= 7;
    if ((rest === 0 && low < 64) || (rest === -1 && low >= 64)) return [...bytes, low];
    bytes.push(low | 0x80);
  }
};

const join = (codes: readonly Code[], depth: number): number[] => codes.flatMap((code) => code(depth));
const operation =
  (...opcode: number[]) =>
  (...operands: readonly Code[]): Code =>
  (depth) => [...join(operands, depth), ...opcode];

export const constant =
  (value: number): Code =>
  () => [0x41, ...signed(value)];
/** 16 times the same byte. */
export const everyByte =
  (value: number): Code =>
  () => [0xfd, 0x0c, ...Array<number>(16).fill(value)];

export const get =
  ({ index }: Local): Code =>
  () => [0x20, ...unsigned(index)];
export const set = ({ index }: Local, value: Code): Code => operation(0x21, ...unsigned(index))(value);
/** Sets and gives the value. */
export const tee = ({ index }: Local, value: Code): Code => operation(0x22, ...unsigned(index))(value);
export const addTo = (local: Local, value: number | Code): Code =>
  set(local, add(get(local), typeof value === 'number' ? constant(value) : value));

export const isZero = operation(0x45);
export const equal = operation(0x46);
export const differs = operation(0x47);
export const less = operation(0x49);
export const atMost = operation(0x4d);
/** The number of zero bits below the lowest one. */
export const lowZeros = operation(0x68);
export const add = operation(0x6a);
export const subtract = operation(0x6b);
export const multiply = operation(0x6c);
export const and = operation(0x71);
export const or = operation(0x72);
export const shiftLeft = operation(0x74);
export const shiftRight = operation(0x76);
/** Its first operand if the third is not 0, else the second. */
export const choose = operation(0x1b);

export const loadByte = (address: Code, offset = 0): Code => operation(0x2d, 0, ...unsigned(offset))(address);
export const loadInt = (address: Code, offset = 0): Code => operation(0x28, 2, ...unsigned(offset))(address);
export const storeInt = (address: Code, value: Code, offset = 0): Code =>
  operation(0x36, 2, ...unsigned(offset))(address, value);
export const storeByte = (address: Code, value: Code, offset = 0): Code =>
  operation(0x3a, 0, ...unsigned(offset))(address, value);

export const loadBytes = (address: Code): Code => operation(0xfd, 0x00, 0, 0)(address);
export const storeBytes = (address: Code, value: Code): Code => operation(0xfd, 0x0b, 0, 0)(address, value);
export const sameBytes = operation(0xfd, 0x23);
/** Byte by byte, without carry. */
export const addBytes = operation(0xfd, 0x6e);
export const subtractBytes = operation(0xfd, 0x71);
export const lowerBytes = operation(0xfd, 0x77);
/** A table of 16 bytes, and indexes into it; beyond them 0. */
export const lookUpBytes = operation(0xfd, 0x0e);
export const andBits = operation(0xfd, 0x4e);
/** By a number of bits. */
export const shiftBytesRight = operation(0xfd, 0x6d);
export const bothBytes = operation(0xfd, 0x50);
export const flipBits = operation(0xfd, 0x51);
/** The highest bit of each byte, as a number. */
export const highBits = operation(0xfd, 0x64);

export const byteAt = (at: Local, offset = 0): Code => loadByte(get(at), offset);
export const isByte = (at: Local, byte: number, offset = 0): Code =>
  equal(byteAt(at, offset), constant(byte));
export const isDigit = (byte: Code): Code => less(subtract(byte, constant(ZERO)), constant(10));

const nested =
  (opcode: number, body: (label: Label) => readonly Code[]): Code =>
  (depth) => [opcode, NO_RESULT, ...join(body({ depth: depth + 1 }), depth + 1), 0x0b];
/** A branch to its label leaves it. */
export const block = (body: (end: Label) => readonly Code[]): Code => nested(0x02, body);
/** A branch to its label begins it again. */
export const loop = (body: (again: Label) => readonly Code[]): Code => nested(0x03, body);
export const branch =
  (label: Label): Code =>
  (depth) => [0x0c, ...unsigned(depth - label.depth)];
export const branchIf =
  (label: Label, condition: Code): Code =>
  (depth) => [...condition(depth), 0x0d, ...unsigned(depth - label.depth)];
export const when =
  (condition: Code, then: readonly Code[], otherwise: readonly Code[] = []): Code =>
  (depth) => [
    ...condition(depth),
    0x04,
    NO_RESULT,
    ...join(then, depth + 1),
    ...(otherwise.length > 0 ? [0x05, ...join(otherwise, depth + 1)] : []),
    0x0b,
  ];
export const giveBack = operation(0x0f);
export const call = (index: number, ...operands: readonly Code[]): Code =>
  operation(0x10, ...unsigned(index))(...operands);

/** Describes a function of ints that gives one int. Its body must end with the result. */
export function defineFunction(
  name: string | null,
  counts: Locals,
  body: (parameters: Local[], ints: Local[], vectors: Local[]) => readonly Code[],
): WasmFunction {
  const from = (first: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ index: first + i }));
  const { parameters, ints, vectors } = counts;
  return {
    ...counts,
    name,
    body: body(from(0, parameters), from(parameters, ints), from(parameters + ints, vectors)),
  };
}

const list = (items: readonly (readonly number[])[]): number[] => [
  ...unsigned(items.length),
  ...items.flat(),
];
const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes];
const section = (id: number, bytes: readonly number[]): number[] => [id, ...sized(bytes)];
const named = (name: string): number[] => sized([...Buffer.from(name)]);

/** The bytes of a module that imports its memory as `js.memory` and exports what is named. */
export function assemble(functions: readonly WasmFunction[], pages: number): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [
    0x60,
    ...sized(Array<number>(parameters).fill(I32)),
    1,
    I32,
  ]);
  const codes = functions.map(({ ints, vectors, body }) =>
    sized([
      ...list([
        [...unsigned(ints), I32],
        [...unsigned(vectors), V128],
      ]),
      ...join(body, 0),
      0x0b,
    ]),
  );
  const exported = functions.flatMap(({ name }, i) =>
    name === null ? [] : [[...named(name), 0, ...unsigned(i)]],
  );
  const memory = [...named('js'), ...named('memory'), 0x02, 0x01, ...unsigned(pages), ...unsigned(pages)];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...section(2, list([memory])),
    ...section(3, list(functions.map((_, i) => unsigned(i)))),
    ...section(7, list(exported)),
    ...section(10, list(codes)),
  ]);
}
