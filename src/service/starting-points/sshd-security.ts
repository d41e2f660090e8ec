import type { StartingPoint } from '../../contract/entities/starting-point.ts';

/** Line start, and syslog's prefix of repeated messages. */
const LINE =
  '(?:%{SYSLOGTIMESTAMP:timestamp} %{SYSLOGHOST:hostname} sshd(?:-session)?\\[%{POSINT:procid}\\]: )?(?:message repeated %{INT:ssh.repeated:int} times: \\[ )?';
/** May be empty: scanners try that too. */
const USER = '(?<user>\\S*)';

export const sshdSecurity: StartingPoint = {
  id: 'sshd-security',
  title: 'Syslog: SSH sign-ins',
  summary:
    'Keeps what the SSH server says about who signed in, who failed and from where, as fields; marks failures and drops the chatter of sessions and other programs.',
  sourceKinds: ['syslog', 'file_tail', 'tcp'],
  transforms: [
    {
      name: 'Keep SSH messages',
      description: 'Accepted and failed sign-ins, unknown users and too many tries.',
      templateId: 'filter',
      config: {
        action: 'keep',
        match: {
          match: 'any',
          rules: [
            { field: 'message', operator: 'contains', value: 'Accepted ' },
            { field: 'message', operator: 'contains', value: 'Failed ' },
            { field: 'message', operator: 'contains', value: 'Invalid user ' },
            { field: 'message', operator: 'contains', value: 'maximum authentication attempts exceeded' },
          ],
        },
      },
    },
    {
      name: 'Read sign-in',
      description: 'Outcome, method, user, address, port and key as fields.',
      templateId: 'parse_grok',
      config: {
        pattern: `^${LINE}%{WORD:ssh.outcome} %{NOTSPACE:ssh.method} for (?:invalid user )?${USER} from %{IP:client_ip} port %{INT:client_port:int}(?: ssh2(?:: %{GREEDYDATA:ssh.key})?)?`,
        alternatives: [
          `^${LINE}%{WORD:ssh.outcome} user ${USER} from %{IP:client_ip}(?: port %{INT:client_port:int})?`,
          `^${LINE}error: (?<ssh.outcome>maximum authentication attempts exceeded) for (?:invalid user )?${USER} from %{IP:client_ip} port %{INT:client_port:int}`,
        ],
        onError: 'tag',
      },
    },
    {
      name: 'Mark failures',
      description: 'A field to alert on.',
      templateId: 'set_fields',
      config: {
        fields: [{ field: 'security.alert', type: 'text', value: 'ssh sign-in refused' }],
        condition: {
          match: 'all',
          rules: [
            { field: 'ssh.outcome', operator: 'exists' },
            { field: 'ssh.outcome', operator: 'not_equals', value: 'Accepted' },
          ],
        },
      },
    },
  ],
  sample: [
    'Nov 21 10:15:01 bastion-1 CRON[48211]: pam_unix(cron:session): session opened for user root(uid=0) by root(uid=0)',
    'Nov 21 10:15:01 bastion-1 CRON[48211]: pam_unix(cron:session): session closed for user root',
    'Nov 21 10:15:04 bastion-1 sshd[48230]: Accepted publickey for deploy from 198.51.100.14 port 52114 ssh2: ED25519 SHA256:4m0f1pVxK0u5lYc3n7rJtq',
    'Nov 21 10:15:04 bastion-1 sshd[48230]: pam_unix(sshd:session): session opened for user deploy(uid=1001) by deploy(uid=0)',
    'Nov 21 10:15:04 bastion-1 systemd-logind[712]: New session 3391 of user deploy.',
    'Nov 21 10:15:09 bastion-1 sshd[48244]: Invalid user admin from 203.0.113.77 port 40122',
    'Nov 21 10:15:09 bastion-1 sshd[48244]: pam_unix(sshd:auth): check pass; user unknown',
    'Nov 21 10:15:11 bastion-1 sshd[48244]: Failed password for invalid user admin from 203.0.113.77 port 40122 ssh2',
    'Nov 21 10:15:12 bastion-1 sshd[48244]: Connection closed by invalid user admin 203.0.113.77 port 40122 [preauth]',
    'Nov 21 10:15:14 bastion-1 sshd[48251]: Failed password for root from 203.0.113.77 port 40188 ssh2',
    'Nov 21 10:15:16 bastion-1 sshd[48251]: Failed password for root from 203.0.113.77 port 40188 ssh2',
    'Nov 21 10:15:18 bastion-1 sshd[48251]: error: maximum authentication attempts exceeded for root from 203.0.113.77 port 40188 ssh2 [preauth]',
    'Nov 21 10:15:18 bastion-1 sshd[48251]: Disconnecting authenticating user root 203.0.113.77 port 40188: Too many authentication failures [preauth]',
    'Nov 21 10:15:22 bastion-1 sshd[48230]: Received disconnect from 198.51.100.14 port 52114:11: disconnected by user',
    'Nov 21 10:15:22 bastion-1 sshd[48230]: pam_unix(sshd:session): session closed for user deploy',
    'Nov 21 10:15:31 bastion-1 sshd[48277]: Accepted password for marta from 2001:db8::17 port 61022 ssh2',
    'Nov 21 10:15:33 bastion-1 sudo[48290]:    marta : TTY=pts/1 ; PWD=/home/marta ; USER=root ; COMMAND=/usr/bin/systemctl status nginx',
    'Nov 21 10:15:40 bastion-1 kernel: [90211.113] usb 1-1: new high-speed USB device number 4 using xhci_hcd',
    'Nov 21 10:15:47 bastion-1 sshd[48312]: Failed publickey for deploy from 198.51.100.90 port 33114 ssh2: RSA SHA256:zz81Qh2l',
    'Nov 21 10:15:55 bastion-1 sshd[48320]: Connection reset by 203.0.113.5 port 51000 [preauth]',
  ],
};
