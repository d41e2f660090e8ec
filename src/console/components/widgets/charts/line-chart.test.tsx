import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { ChartSeries } from '../../../../charts/types.ts';
import { LineChart } from './line-chart.tsx';

const START = new Date(2026, 0, 21, 13, 32).getTime();
const MINUTE = 60_000;
const series = (id: string, values: (number | null)[]): ChartSeries => ({
  id,
  label: id,
  tone: 'in',
  points: values.map((value, index) => ({ time: START + index * MINUTE, value })),
});
const SERIES = [series('Input', [1000, 2500, null, 4000]), series('Output', [0, 500, 700, 1_234_567])];
const chart = () => screen.getByRole('application', { name: 'Volume, values' });
const said = () => screen.getByRole('status').textContent;

beforeAll(() => {
  // jsdom has no layout, so nothing is drawn.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

describe('reading by keyboard [R2.8-54]', () => {
  test('arrows, Home and End read every series; gaps are no value', async () => {
    const user = userEvent.setup();
    render(<LineChart title="Volume" series={SERIES} unit="bytes" />);
    chart().focus();
    await user.keyboard('{ArrowLeft}');
    expect(said()).toMatch(/^21 Jan.* 13:35: Input 66.67 B\/s, Output 20.58 KB\/s$/);
    await user.keyboard('{ArrowLeft}');
    expect(said()).toMatch(/13:34: Input no value, Output 11.67 B\/s$/);
    await user.keyboard('{Home}');
    expect(said()).toMatch(/13:32: Input 16.67 B\/s, Output 0 B\/s$/);
    await user.keyboard('{Escape}');
    expect(said()).toBe('');
  });

  test('a refresh leaves the cursor on its moment', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<LineChart title="Volume" series={SERIES} unit="bytes" />);
    chart().focus();
    await user.keyboard('{Home}{ArrowRight}');
    const later = SERIES.map((one) => ({
      ...one,
      points: [...one.points.slice(1), { time: START + 4 * MINUTE, value: 9 }],
    }));
    rerender(<LineChart title="Volume" series={later} unit="bytes" />);
    expect(chart()).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(said()).toMatch(/13:34/);
  });
});

describe('selecting a time range [R2.8-55]', () => {
  const setup = (answer?: string) => {
    const onSelectRange = vi.fn((_start: number, _end: number) => answer);
    render(<LineChart title="Volume" series={SERIES} unit="bytes" onSelectRange={onSelectRange} />);
    return { user: userEvent.setup(), onSelectRange };
  };

  test('Shift and arrows pick whole buckets, Enter sets them', async () => {
    const { user, onSelectRange } = setup();
    chart().focus();
    await user.keyboard('{Home}{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
    expect(said()).toBe('Selected 13:33 to 13:35');
    await user.keyboard('{Enter}');
    expect(onSelectRange).toHaveBeenCalledExactlyOnceWith(START / 1000 + 60, START / 1000 + 180);
  });

  test('m picks without Shift; Escape leaves it and sets nothing', async () => {
    const { user, onSelectRange } = setup();
    chart().focus();
    await user.keyboard('{End}m{ArrowLeft}');
    expect(said()).toBe('Selected 13:34 to 13:36');
    await user.keyboard('{Escape}{Enter}');
    expect(onSelectRange).not.toHaveBeenCalled();
  });

  test('a refused range says why', async () => {
    const { user } = setup('Duration between Start and End date-time cannot exceed 60 days.');
    chart().focus();
    await user.keyboard('{End}m{Enter}');
    expect(said()).toBe('Duration between Start and End date-time cannot exceed 60 days.');
  });
});

describe('the same figures in other forms', () => {
  test('as a table, exact; gaps are no value, zeros are zeros', async () => {
    const user = userEvent.setup();
    render(<LineChart title="Volume" series={SERIES} unit="bytes" />);
    await user.click(screen.getByRole('button', { name: 'View Volume as table' }));
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows[0]).toHaveTextContent('TimeInput (bytes)Output (bytes)');
    expect(rows[1]).toHaveTextContent('1,0000');
    expect(rows[3]).toHaveTextContent('no value700');
    expect(rows[4]).toHaveTextContent('4,0001,234,567');
  });

  test('in words', () => {
    render(<LineChart title="Volume" series={SERIES} unit="bytes" />);
    expect(screen.getByRole('figure', { name: 'Volume' })).toHaveTextContent(
      'Input: lowest 16.67 B/s, highest 66.67 B/s, total 7.5 KB, rising.',
    );
  });
});

describe('states', () => {
  test('no data [R2.8-56]', () => {
    render(<LineChart title="Volume" series={[]} unit="bytes" />);
    expect(screen.getByText('No data found')).toBeInTheDocument();
  });
  test('loading says so; figures that are known stay while they are refreshed', () => {
    const { rerender } = render(<LineChart title="Volume" series={[]} unit="bytes" loading />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading Volume');
    rerender(<LineChart title="Volume" series={SERIES} unit="bytes" loading />);
    expect(chart()).toBeInTheDocument();
  });
  test('an error says what and why, with Retry', async () => {
    const onRetry = vi.fn();
    render(
      <LineChart
        title="Volume"
        series={[]}
        unit="bytes"
        error={{ message: 'No answer' }}
        onRetry={onRetry}
      />,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Volume could not be readNo answer');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});
