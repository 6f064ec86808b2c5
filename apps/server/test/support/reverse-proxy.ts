import http, { type IncomingMessage } from 'node:http';
import net, { type AddressInfo } from 'node:net';

/** Passes requests and WebSockets on to a server, with the address of the caller, like nginx. */
function startReverseProxy(targetPort: number, ready: (port: number) => void): void {
  const target = { host: '127.0.0.1', port: targetPort };
  const agent = new http.Agent({ keepAlive: true });
  const proxy = http.createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    const headers = { ...request.headers, 'x-forwarded-for': forwardedFor(request) };
    const forwarded = http.request({ ...target, agent, method, path: url, headers });
    forwarded.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      response.on('close', () => answer.destroy());
    });
    forwarded.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    request.on('error', () => forwarded.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
  proxy.on('upgrade', (request, socket, head) => {
    const { rawHeaders, method, url } = request;
    const lines = rawHeaders.flatMap((name, index) =>
      index % 2 === 0 && name.toLowerCase() !== 'x-forwarded-for'
        ? [`${name}: ${rawHeaders[index + 1]}`]
        : [],
    );
    const upstream = net.connect(target, () => {
      const added = `x-forwarded-for: ${forwardedFor(request)}`;
      upstream.write([`${method} ${url} HTTP/1.1`, ...lines, added, '', ''].join('\r\n'));
      upstream.write(head);
      socket.pipe(upstream).pipe(socket);
    });
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  });
  proxy.listen(0, '127.0.0.1', () => ready((proxy.address() as AddressInfo).port));
}

function forwardedFor({ headers, socket }: IncomingMessage): string {
  return [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
}

// A separate process, so that it does not slow the callers that are measured.
startReverseProxy(Number(process.argv[2]), (port) => process.send?.(port));
process.on('disconnect', () => process.exit(0));
