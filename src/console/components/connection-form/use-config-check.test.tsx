import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { FieldProblem } from '../../../contract/config-checks.ts';
import { listProperties } from '../../../contract/config-format.ts';
import { findTemplate } from '../../../engine/components/catalogue.ts';
import { checkConnection } from '../../api/check-configs.ts';
import { useConfigCheck } from './use-config-check.ts';

vi.mock('../../api/check-configs.ts', () => ({ checkConnection: vi.fn(), CHECK_PAUSE_MS: 0 }));

const PROPERTIES = listProperties(findTemplate('SINK', 'http')?.configFormat);
const TOKEN = { field: 'token', message: 'Token is required for authentication by token' };
const answers: ((problems: FieldProblem[]) => void)[] = [];

beforeEach(() => {
  answers.length = 0;
  vi.mocked(checkConnection).mockImplementation(() => new Promise((resolve) => void answers.push(resolve)));
});

const open = (config: Record<string, unknown>) =>
  renderHook(
    (now: Record<string, unknown>) =>
      useConfigCheck(
        'destination',
        { siteId: '400000000000000001', templateId: 'http', id: undefined, config: now },
        PROPERTIES,
        undefined,
        now !== config,
      ),
    { initialProps: config },
  );
const answer = async (number: number, ...problems: FieldProblem[]) => {
  await waitFor(() => expect(answers.length).toBe(number), { timeout: 30_000 });
  await act(async () => answers[number - 1]?.(problems));
};

test('a form shows what saving would refuse; empty required fields wait [R5-19]', async () => {
  const { result, rerender } = open({ auth: 'none' });
  expect(result.current).toEqual({});
  rerender({ auth: 'bearer' });
  await answer(1, { field: 'url', message: 'URL is required' }, TOKEN);
  expect(result.current).toEqual({ token: TOKEN.message });
  rerender({ auth: 'bearer', token: 't' });
  expect(result.current).toEqual({});
  await answer(2);
  expect(result.current).toEqual({});
});

test('an answer that comes after the next change marks nothing', async () => {
  const { result, rerender } = open({});
  rerender({ auth: 'bearer' });
  await waitFor(() => expect(answers.length).toBe(1));
  rerender({ auth: 'none' });
  await answer(1, TOKEN);
  expect(result.current).toEqual({});
});
