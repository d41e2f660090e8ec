import { expect, test } from 'vitest';
import { comparedOf, sampleOf, samplesOf } from './pattern-samples.ts';

test('a raw line is its own message, whatever it looks like', () => {
  expect(sampleOf('GET /index.html 200')).toBe('GET /index.html 200');
  expect(sampleOf('{"level":"info"}')).toBe('{"level":"info"}');
  expect(sampleOf('GET /index.html 200', 'http.request')).toBeUndefined();
});

test('the text of an object is in the field the transform reads', () => {
  const event = '{"message":"hello","http":{"request":"GET /"},"bytes":12}';
  expect(sampleOf(event)).toBe('hello');
  expect(sampleOf(event, 'http.request')).toBe('GET /');
  expect(sampleOf(event, 'bytes')).toBeUndefined();
  expect(sampleOf(event, 'constructor')).toBeUndefined();
});

test('the newest comes first, events without the field are left out', () => {
  const events = [{ text: '{"a":"1"}' }, { text: 'raw' }, { text: '{"a":"2"}' }];
  expect(samplesOf(events, 'a')).toEqual(['2', '1']);
});

test('a rule compares numbers and paths as the engine does', () => {
  const event = '{"response":404,"k8s":{"app.name":"shop"},"ok":true}';
  expect(comparedOf(event, 'response')).toBe('404');
  expect(comparedOf(event, 'ok')).toBe('true');
  expect(comparedOf(event, 'k8s.app\\.name')).toBe('shop');
  expect(comparedOf(event, 'k8s.app.name')).toBeUndefined();
  expect(comparedOf('GET /', 'message')).toBe('GET /');
  expect(comparedOf('GET /', 'request')).toBeUndefined();
});
