import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageBase } from '../../../../tests/model/command-context.ts';
import { Avatar } from '../../app/shell/avatar.tsx';

const PATH = '/v1/auth/user/500000000000000001/picture?v=0123456789ab';

test('avatar of the shell: the picture, and initials where there is none [R2.1-97, R3-68]', () => {
  pageBase();
  const show = (picture: string) => <Avatar user={{ name: 'Mara Hollis', picture }} />;
  const { container, rerender } = render(show(PATH));
  const image = container.querySelector('img');
  expect(new URL(image?.src ?? '').pathname + new URL(image?.src ?? '').search).toBe(PATH);
  expect(container).toHaveTextContent('');
  fireEvent.error(image!);
  expect(screen.getByText('MH')).toBeVisible();
  expect(container.querySelector('img')).toBeNull();
  rerender(show(PATH.replace('v=0', 'v=1')));
  expect(container.querySelector('img')).not.toBeNull();
  rerender(show(''));
  expect(screen.getByText('MH')).toBeVisible();
});
