import { describe, expect, test } from 'vitest';
import { PAUSE_PROPOSAL } from '../../../../machines/chat-conversation/chat-conversation.model.ts';
import type { ChatMessage } from '../../../../machines/chat-conversation/index.ts';
import { listSpoken, splitSentences } from './spoken.ts';

const reply = (message: string, more: Partial<ChatMessage> = {}): ChatMessage[] => [
  { id: 2, source: 'System', message, steps: [], links: [], ...more },
];
const whole = { isBusy: false, options: [] };

describe('what a screen reader says of a reply', () => {
  test('sentences as they are whole, and the rest at the end', () => {
    const text = 'web is Deployed. In the last hour: 10.5 % less.\n- one\n- tw';
    expect(splitSentences(text, false)).toEqual([
      'web is Deployed.',
      'In the last hour: 10.5 % less.',
      '- one',
    ]);
    expect(splitSentences(text, true).at(-1)).toBe('- tw');
  });

  test.each(['One. Two is 1.5 GB!\nThree', 'a.b.c d? e\n\nf', ''])(
    'entries are only added while a reply grows: %j',
    (text) => {
      let before: string[] = [];
      for (let end = 0; end <= text.length; end++) {
        const now = listSpoken(reply(text.slice(0, end)), { isBusy: true, options: [] });
        expect(now.slice(0, before.length)).toEqual(before);
        before = now;
      }
      expect(listSpoken(reply(text), whole).slice(0, before.length)).toEqual(before);
    },
  );

  test('then the proposal with its notes, the prompts, and what became of it', () => {
    const proposed = reply('When you agree:', { proposal: PAUSE_PROPOSAL, proposalState: 'open' });
    expect(listSpoken(proposed, { isBusy: false, options: ['pause "web"'] })).toEqual([
      'When you agree:',
      "Proposal: Pause 'web-logs'. It stops taking events.",
      'Prompts: pause "web"',
    ]);
    const failed = reply('', {
      proposal: PAUSE_PROPOSAL,
      proposalState: 'failed',
      failure: 'It changed meanwhile',
    });
    expect(listSpoken(failed, whole).at(-1)).toBe('It could not be applied: It changed meanwhile');
  });

  test('no proposal of a conversation that is opened again', () => {
    const past = reply('As before.', { proposal: PAUSE_PROPOSAL, proposalState: 'past' });
    expect(listSpoken(past, whole)).toEqual(['As before.']);
  });

  test('nothing of what the person said', () => {
    const said: ChatMessage = { id: 1, source: 'User', message: 'pause web.', steps: [], links: [] };
    expect(listSpoken([said], whole)).toEqual([]);
  });
});
