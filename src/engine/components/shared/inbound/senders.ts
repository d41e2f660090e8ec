import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { field } from '../../schema/hints.ts';
import type { ComponentProblem } from '../../types.ts';

const isRange = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
};

export const permittedSenders = () =>
  field(
    z
      .array(
        z
          .string()
          .trim()
          .refine(isRange, {
            message: 'must be an IP address or a range such as 10.0.0.0/8',
            params: { rule: 'range' },
          }),
      )
      .max(1000)
      .default([]),
    {
      label: 'Permitted senders',
      help: 'IP addresses and ranges that may send; if empty, anyone who reaches the port. Others are rejected.',
      placeholder: '10.0.0.0/8',
      group: 'Limits',
    },
  );

export type SenderCheck = (address: string) => boolean;

export function senderCheck(ranges: readonly string[]): SenderCheck {
  if (ranges.length === 0) return () => true;
  const permitted = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) permitted.addAddress(address, family);
    else permitted.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const bare = address.replace(/%.*$/, '');
    return permitted.check(bare, isIP(bare) === 4 ? 'ipv4' : 'ipv6');
  };
}

export const senderRefused: ComponentProblem = {
  errorName: 'SenderNotPermitted',
  message: 'A sender that is not permitted was rejected',
  causes: ['The address of a new sender was not added', 'A sender that does not belong here found the port'],
  resolutions: ['Add the address to the permitted senders of the source', 'Stop the sender'],
  level: 'WARN',
};
