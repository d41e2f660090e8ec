import { EVENT, LIST, MEMBER, SPARE_MEMBERS } from '../layout.ts';

/** Where things are in the module's memory. */
export const BRACKETS = 64;
export const CLASSES = 256;
export const LISTS_END = 512;
export const EVENTS = 1024;
export const MAX_EVENTS = 1024;
export const INTS = 4;
export const FOUND = EVENTS + MAX_EVENTS * EVENT * INTS;
/** What `scan` finds of an event: where it starts, and its list or -1. */
export const FOUND_INTS = 2;
export const LISTS = FOUND + MAX_EVENTS * FOUND_INTS * INTS;
export const TAPE = LISTS + MAX_EVENTS * LIST * INTS;
export const MAX_TEXT = 64 << 10;
/** The shortest member, `"":0,`, has five bytes. */
const TAPE_BYTES = Math.ceil(MAX_TEXT / 5) * MEMBER * INTS + MAX_EVENTS * SPARE_MEMBERS * MEMBER * INTS;
export const TEXT = (TAPE + TAPE_BYTES + 15) & ~15;
/** A vector may be read from the last byte on. */
export const PAGES = Math.ceil((TEXT + MAX_TEXT + 64) / 65_536);

/** Classes of bytes, in a table. */
export const SHORT_ESCAPE = 1;
export const HEX_DIGIT = 2;
