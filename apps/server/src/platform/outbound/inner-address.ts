import { BlockList, isIP } from 'node:net';

/** IPv4 networks that lead to this machine, its neighbours, or nowhere (RFC 6890 and successors). */
const INNER_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** The one IPv6 network that is public, and what in it only wraps other addresses or is no host. */
const PUBLIC_V6 = ['2000::', 3] as const;
const INNER_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const inner = new BlockList();
for (const [network, prefix] of INNER_V4) inner.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of INNER_V6) inner.addSubnet(network, prefix, 'ipv6');
const outer = new BlockList();
outer.addSubnet(...PUBLIC_V6, 'ipv6');

/** Whether an address is none of a public host; what is not an address in its usual form is not. */
export function isInnerAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return inner.check(address, 'ipv4');
    case 6:
      return !outer.check(address, 'ipv6') || inner.check(address, 'ipv6');
    default:
      return true;
  }
}

/** Whether a URL's host is itself an address of this machine or its neighbours, as configured. */
export function isInnerHost(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) !== 0) return isInnerAddress(address);
  return address === 'localhost' || address.endsWith('.localhost');
}
