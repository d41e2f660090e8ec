import { expect, test } from 'vitest';
import {
  countMissing,
  listFieldPaths,
  listFieldSamples,
  readComparedValue,
  readSample,
} from './pattern-samples.ts';

test('a raw line is its own message, whatever it looks like', () => {
  expect(readSample('GET /index.html 200')).toBe('GET /index.html 200');
  expect(readSample('{"level":"info"}')).toBe('{"level":"info"}');
  expect(readSample('GET /index.html 200', 'http.request')).toBeUndefined();
});

test('the text of an object is in the field the transform reads', () => {
  const event = '{"message":"hello","http":{"request":"GET /"},"bytes":12}';
  expect(readSample(event)).toBe('hello');
  expect(readSample(event, 'http.request')).toBe('GET /');
  expect(readSample(event, 'bytes')).toBeUndefined();
  expect(readSample(event, 'constructor')).toBeUndefined();
});

test('the newest comes first, events without the field are left out', () => {
  const events = [{ text: '{"a":"1"}' }, { text: 'raw' }, { text: '{"a":"2"}' }];
  expect(listFieldSamples(events, 'a')).toEqual(['2', '1']);
});

test('a rule compares numbers and paths as the engine does', () => {
  const event = '{"response":404,"k8s":{"app.name":"shop"},"ok":true}';
  expect(readComparedValue(event, 'response')).toBe('404');
  expect(readComparedValue(event, 'ok')).toBe('true');
  expect(readComparedValue(event, 'k8s.app\\.name')).toBe('shop');
  expect(readComparedValue(event, 'k8s.app.name')).toBeUndefined();
  expect(readComparedValue('GET /', 'message')).toBe('GET /');
  expect(readComparedValue('GET /', 'request')).toBeUndefined();
});

test('pattern samples: events without a field are counted as the engine sees them', () => {
  const events = [
    { before: '{"level":"debug"}' },
    { before: '{"level":null}' },
    { before: '{"msg":"x"}' },
    { before: '{"level":"in a text"}', isText: true },
  ];
  expect(countMissing(events, 'level')).toEqual({ missing: 2, all: 4 });
  expect(countMissing(events, 'message')).toEqual({ missing: 3, all: 4 });
});

test('fields to choose from are written as the engine reads paths', () => {
  const events = [
    { text: '{"k8s":{"app.name":"shop"},"list":[{"a":1}]}' },
    { text: '{"k8s":{},"level":"info"}' },
  ];
  expect(listFieldPaths(events)).toEqual(['k8s', 'k8s.app\\.name', 'list', 'level']);
  expect(listFieldPaths([{ text: 'GET / 200' }])).toEqual(['message']);
});
