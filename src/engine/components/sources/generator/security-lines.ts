import { Draws } from './random.ts';
import { AGENTS, bsdTime, isoTime } from './words.ts';

type LineMaker = (sequence: number, now: number) => string;

const USERS = ['root', 'admin', 'oracle', 'test', 'ubuntu', 'git', 'deploy'];

/** Mostly failed password logins by strangers. */
export function sshdLines(seed: number): LineMaker {
  const draws = new Draws();
  const time = bsdTime();
  return (sequence, now) => {
    draws.begin(seed, sequence);
    const host = `host-${draws.below(5) + 1}`;
    const from = `203.0.113.${draws.below(254) + 1}`;
    const port = draws.below(28_000) + 32_768;
    const user = draws.from(USERS);
    const severity = draws.below(10);
    const text =
      severity === 0
        ? `Accepted publickey for deploy from 198.51.100.${draws.below(20) + 1} port ${port} ssh2: ED25519 SHA256:${draws.hex(43)}`
        : severity < 5
          ? `Failed password for invalid user ${user} from ${from} port ${port} ssh2`
          : severity < 8
            ? `Invalid user ${user} from ${from} port ${port}`
            : `Received disconnect from ${from} port ${port}:11: Bye Bye [preauth]`;
    return `<${severity === 0 ? 86 : 84}>${time(now)} ${host} sshd[${(sequence % 60_000) + 300}]: ${text}`;
  };
}

const SERVICES_AWS = [
  ['ec2.amazonaws.com', 'DescribeInstances'],
  ['ec2.amazonaws.com', 'DescribeInstances'],
  ['s3.amazonaws.com', 'GetObject'],
  ['s3.amazonaws.com', 'ListObjects'],
  ['sts.amazonaws.com', 'AssumeRole'],
  ['kms.amazonaws.com', 'Decrypt'],
  ['iam.amazonaws.com', 'CreateAccessKey'],
  ['signin.amazonaws.com', 'ConsoleLogin'],
] as const;

/** In the style of AWS CloudTrail; mostly reads by programs. */
export function cloudAuditLines(seed: number): LineMaker {
  const draws = new Draws();
  const time = isoTime();
  return (sequence, now) => {
    draws.begin(seed, sequence);
    const [source, name] = draws.from(SERVICES_AWS);
    const isReadOnly = /^(?:Describe|Get|List)/.test(name);
    const isDenied = draws.below(20) === 0;
    const user = draws.from(['alice', 'bob', 'ci-runner', 'backup']);
    return JSON.stringify({
      eventVersion: '1.11',
      userIdentity: {
        type: user.length > 5 ? 'AssumedRole' : 'IAMUser',
        principalId: `AIDA${draws.hex(16).toUpperCase()}`,
        arn: `arn:aws:iam::123456789012:user/${user}`,
        accountId: '123456789012',
        userName: user,
      },
      eventTime: time(now),
      eventSource: source,
      eventName: name,
      awsRegion: draws.from(['eu-central-1', 'us-east-1']),
      sourceIPAddress: `198.51.100.${draws.below(254) + 1}`,
      userAgent: draws.from(AGENTS),
      ...(isDenied && { errorCode: 'AccessDenied', errorMessage: `User ${user} is not authorized` }),
      requestParameters: { sequence },
      responseElements: null,
      requestID: draws.hex(32),
      eventID: draws.hex(32),
      readOnly: isReadOnly,
      eventType: name === 'ConsoleLogin' ? 'AwsConsoleSignIn' : 'AwsApiCall',
      recipientAccountId: '123456789012',
    });
  };
}

export function firewallLines(seed: number): LineMaker {
  const draws = new Draws();
  const time = bsdTime();
  return (sequence, now) => {
    draws.begin(seed, sequence);
    const isBroadcast = draws.below(4) === 0;
    const isBlocked = !isBroadcast && draws.below(3) === 0;
    const target = isBroadcast
      ? draws.from(['224.0.0.251', '255.255.255.255', '239.255.255.250'])
      : '192.0.2.10';
    const protocol = isBroadcast ? 'UDP' : draws.from(['TCP', 'TCP', 'TCP', 'UDP']);
    const to = isBroadcast ? draws.from([5353, 67, 1900]) : draws.from([22, 23, 80, 443, 445, 3389, 8080]);
    const flags = protocol === 'TCP' ? ' WINDOW=64240 RES=0x00 SYN URGP=0' : '';
    const uptime = `${(now % 1e9) / 1000}`;
    return `${time(now)} gateway kernel: [${uptime}] [UFW ${isBlocked ? 'BLOCK' : 'ALLOW'}] IN=eth0 OUT= MAC=${draws.hex(12)} SRC=203.0.113.${draws.below(254) + 1} DST=${target} LEN=${draws.below(1400) + 40} TOS=0x00 PREC=0x00 TTL=${draws.below(64) + 40} ID=${sequence} PROTO=${protocol} SPT=${draws.below(60_000) + 1024} DPT=${to}${flags}`;
  };
}
