import { expect, it } from 'vitest';
import { type ColumnNeed, computeTracks, parseTrack, sumLeast } from './column-tracks.ts';

const need = (content: number, heading = 40): ColumnNeed => ({ content, heading, wholeHeading: heading });
const NAME = { id: 'name', width: 'minmax(120px, 3fr)' };
const WHEN = { id: 'when', width: 'minmax(160px, 5fr)' };
const STATE = { id: 'state', width: '104px' };
const COUNT = { id: 'count', width: 'minmax(52px, 90px)', align: 'end' as const };
const ALL = [NAME, STATE, WHEN, COUNT];

it('column tracks: declared widths are read as minimum, maximum and weight', () => {
  expect(parseTrack('104px')).toEqual({ min: 104, max: 104, weight: 0 });
  expect(parseTrack('minmax(52px, 90px)')).toEqual({ min: 52, max: 90, weight: 0 });
  expect(parseTrack('minmax(120px, .6fr)')).toEqual({ min: 120, max: Number.POSITIVE_INFINITY, weight: 0.6 });
  expect(parseTrack(undefined).weight).toBe(1);
});

it('column tracks: nothing is decided before every column was measured', () => {
  expect(computeTracks(ALL, new Map([['name', need(100)]]), 800)).toBeUndefined();
});

it('column tracks: a cut name gets the room that others do not use', () => {
  const needs = new Map([
    ['name', need(200)],
    ['state', need(80)],
    ['when', need(400)],
    ['count', need(30)],
  ]);
  const tracks = computeTracks(ALL, needs, 520);
  expect(tracks).toEqual([200, 80, 200, 40]);
});

it('column tracks: figures are whole before text; an empty column is narrow', () => {
  const needs = new Map([
    ['name', need(300)],
    ['state', need(90)],
    ['when', need(10)],
    ['count', need(88)],
  ]);
  const [name, state, when, count] = computeTracks(ALL, needs, 400) ?? [];
  expect([state, when, count]).toEqual([90, 40, 88]);
  expect(name).toBe(182);
});

it('column tracks: spare room goes by weight, and fills the table', () => {
  const needs = new Map(ALL.map(({ id }) => [id, need(50)]));
  const tracks = computeTracks(ALL, needs, 1000) ?? [];
  expect(tracks.slice(1, 2)).toEqual([104]);
  expect(tracks[3]).toBe(90);
  expect(1000 - tracks.reduce((sum, px) => sum + px, 0)).toBeLessThan(5);
  expect(tracks[2]).toBeGreaterThan(tracks[0] ?? 0);
});

it('column tracks: too little room leaves the declared widths', () => {
  const needs = new Map(ALL.map(({ id }) => [id, need(200)]));
  expect(sumLeast(ALL, needs)).toBe(120 + 166.4 + 160 + 144);
  expect(computeTracks(ALL, needs, 400)).toBeUndefined();
});
