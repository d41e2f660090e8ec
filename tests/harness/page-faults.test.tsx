import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { defineModel } from '../../machines/model.ts';
import { driveAll } from './drive.ts';
import { makePaths } from './paths.ts';

const paths = makePaths(
  defineModel({
    name: 'lamp',
    machine: createMachine({
      types: {} as { events: { type: 'press' } },
      initial: 'off',
      states: { off: { on: { press: 'on' } }, on: {} },
    }),
    vocabulary: [{ type: 'press' }],
    key: (snapshot) => String(snapshot.value),
  }),
);

/** Walks the model on a page that shows this at the end. */
const driveOn = (show: () => void) => {
  let state = 'off';
  return driveAll(paths, {
    drives: ['press'],
    create: () => ({
      send: () => {
        state = 'on';
        show();
      },
      read: () => state,
      dispose: () => document.body.replaceChildren(),
    }),
    project: (snapshot) => String(snapshot.value),
  });
};

const faults: [string, () => void, RegExp | undefined][] = [
  ['nothing wrong', () => render(<p>3 events</p>), undefined],
  ['a value as code writes it', () => render(<p>{`${Number.NaN} events`}</p>), /'NaN' is shown in p/],
  [
    'the focus on what is hidden',
    () => {
      render(
        <div style={{ visibility: 'hidden' }}>
          <button type="button">Save</button>
        </div>,
      );
      document.querySelector('button')?.focus();
    },
    /the focus is on button 'Save', which is not visible/,
  ],
  [
    'the focus behind a dialog',
    () => {
      render(
        <>
          <button type="button">Save</button>
          <div role="dialog" aria-modal="true" aria-label="Sure?" />
        </>,
      );
      document.querySelector('button')?.focus();
    },
    /behind the open dialog div 'Sure\?'/,
  ],
];

test.each(faults)('a walked model: the page at its end has %s', async (_, show, fault) => {
  const walked = driveOn(show);
  if (fault) await expect(walked).rejects.toThrow(fault);
  else expect(await walked).toBe(1);
});
