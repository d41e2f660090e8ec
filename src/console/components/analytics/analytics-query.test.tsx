import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { realClock } from '../../../../tests/model/fake-clock.ts';
import { selectTimeRange } from '../../state/time-filter.ts';
import { useAnalyticsRange } from './analytics-query.ts';

const NOW_SECONDS = 1_780_000_000;

function Asked() {
  return <p>{JSON.stringify(useAnalyticsRange())}</p>;
}

afterEach(() => {
  cleanup();
  selectTimeRange('1h');
  realClock();
});

test('analytics poll every 60 s up to now; an ended range once [R9-51]', () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW_SECONDS * 1000 });
  const { container } = render(<Asked />);
  const read = () => JSON.parse(container.textContent ?? '') as ReturnType<typeof useAnalyticsRange>;
  const first = read();
  act(() => void vi.advanceTimersByTime(60_000));
  const end = 'timeRange.endUnixTimeSeconds';
  expect(read().range[end] - first.range[end]).toBe(60);

  act(() => void selectTimeRange(`${NOW_SECONDS - 7200}-${NOW_SECONDS - 3600}`));
  expect(read()).toEqual({
    range: { 'timeRange.startUnixTimeSeconds': NOW_SECONDS - 7200, [end]: NOW_SECONDS - 3600 },
    poll: false,
  });
});
