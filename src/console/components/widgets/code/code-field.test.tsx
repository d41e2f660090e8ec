import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { PatternOutcome, PatternTrial } from '../../../../contract/calls/patterns.ts';
import { CodeField } from './code-field.tsx';
import type { CodeTools } from './code-tools.ts';

type Asked = {
  trial: PatternTrial;
  signal: AbortSignal;
  answer: (outcome: PatternOutcome) => Promise<void>;
  fail: (message: string) => Promise<void>;
};

/** Trials that the test answers in any order. */
function heldTrials() {
  const asked: Asked[] = [];
  const testPattern: NonNullable<CodeTools['testPattern']> = (trial, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<PatternOutcome>();
    asked.push({
      trial,
      signal,
      answer: (outcome) => act(async () => resolve(outcome)),
      fail: (message) => act(async () => reject(new Error(message))),
    });
    return promise;
  };
  const last = () => {
    const newest = asked.at(-1);
    if (!newest) throw new Error('nothing was asked');
    return newest;
  };
  return { asked, testPattern, last };
}

let number = 0;
function Owner({ initial, tools }: { initial: string; tools: CodeTools }) {
  const [value, setValue] = useState(initial);
  // Typed samples are cached by label, so each test uses its own.
  const [label] = useState(() => `Pattern ${++number}`);
  return <CodeField kind="grok" label={label} value={value} onChange={setValue} tools={tools} />;
}

const matched = (value: string): PatternOutcome => ({
  results: [{ matched: true, groups: [{ name: 'verb', value, start: 0, end: value.length }] }],
});
const pattern = () => screen.getByRole('textbox', { name: /^Pattern/ });
const sample = () => screen.getByRole('textbox', { name: 'Sample' });
const status = () => screen.getByRole('status');

describe('a pattern tried while it is typed', () => {
  it('asks nothing before there is a pattern and a sample', async () => {
    const user = userEvent.setup();
    const testPattern = vi.fn<NonNullable<CodeTools['testPattern']>>();
    render(<Owner initial="" tools={{ testPattern }} />);
    expect(status()).toHaveTextContent('Enter a pattern to try it.');
    await user.type(pattern(), 'x');
    expect(status()).toHaveTextContent('Type or paste a sample to try the pattern.');
    expect(testPattern).not.toHaveBeenCalled();
  });

  it('the newest answer shows its fields; late ones are dropped', async () => {
    const user = userEvent.setup();
    const { asked, testPattern, last } = heldTrials();
    render(<Owner initial="" tools={{ testPattern, samples: ['GET /'] }} />);
    await user.type(pattern(), 'ab');
    const [first, second] = asked;
    expect(asked.map(({ trial }) => trial.pattern)).toEqual(['a', 'ab']);
    expect(first?.signal.aborted).toBe(true);
    await second?.answer(matched('GET'));
    expect(status()).toHaveTextContent('Match');
    expect(within(screen.getByRole('table')).getByRole('cell', { name: 'GET' })).toBeVisible();
    await first?.answer({ results: [{ matched: false, groups: [] }] });
    expect(status()).toHaveTextContent('Match');
    expect(last()).toBe(second);
  });

  it('keeps the former answer until the new one is there', async () => {
    const user = userEvent.setup();
    const { testPattern, last } = heldTrials();
    render(<Owner initial="%" tools={{ testPattern, samples: ['GET /'] }} />);
    await last().answer(matched('GET'));
    await user.type(pattern(), 'x');
    expect(status()).toHaveTextContent('Match');
    await last().answer({ results: [{ matched: false, groups: [] }] });
    expect(status()).toHaveTextContent('No match');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('a wrong pattern and a missing answer each say so', async () => {
    const user = userEvent.setup();
    const { testPattern, last } = heldTrials();
    render(<Owner initial="%" tools={{ testPattern, samples: ['GET /'] }} />);
    await last().answer({ problem: 'Character 1: a name is missing', results: [] });
    expect(status()).toHaveTextContent('Character 1: a name is missing');
    await user.type(pattern(), 'x');
    await last().fail('The service cannot be reached.');
    expect(status()).toHaveTextContent('The pattern was not tested. The service cannot be reached.');
  });

  it('tries a typed sample before those that flow, and counts the matches', async () => {
    const user = userEvent.setup();
    const { testPattern, last } = heldTrials();
    render(<Owner initial="%" tools={{ testPattern, samples: ['POST /', 'noise'] }} />);
    await user.type(sample(), 'GET /');
    expect(last().trial.samples).toEqual(['GET /', 'POST /', 'noise']);
    const [get] = matched('GET').results;
    const [post] = matched('POST').results;
    if (!get || !post) throw new Error('no results');
    await last().answer({ results: [get, post, { matched: false, groups: [] }] });
    expect(status()).toHaveTextContent('2 of 3 samples match');
    expect(screen.getByText('Sample 3: no match')).toBeVisible();
  });

  it('a pattern is one line: pasted line ends go', async () => {
    const user = userEvent.setup();
    render(<Owner initial="" tools={{}} />);
    await user.click(pattern());
    await user.paste('%{IP:client}\n%{WORD:verb}\r\n');
    expect(pattern()).toHaveValue('%{IP:client}%{WORD:verb}');
    expect(screen.queryByRole('status')).toBeNull();
  });
});
