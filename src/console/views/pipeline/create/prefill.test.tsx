import { beforeEach, expect, test } from 'vitest';
import { forgetCreateTransforms, readCreateTransforms, storeCreateTransforms } from './prefill.ts';

const STEP = { name: 'Drop', templateId: 'filter', config: {} };

beforeEach(() => sessionStorage.clear());

test('transforms handed over stay until the screen is drawn [R4-82, R4-83]', () => {
  storeCreateTransforms([STEP]);
  // React may begin to draw a screen, throw that away and begin anew.
  expect(readCreateTransforms()).toEqual([STEP]);
  expect(readCreateTransforms()).toEqual([STEP]);
  forgetCreateTransforms();
  expect(readCreateTransforms()).toEqual([]);
});

test('what is no list of transforms is nothing', () => {
  for (const text of ['no json', '{}', '[{"name":""}]']) {
    sessionStorage.setItem('penstock.createTransforms', text);
    expect(readCreateTransforms()).toEqual([]);
  }
});
