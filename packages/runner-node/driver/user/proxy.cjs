'use strict';

/*
 * Node before 22.21 reads no proxy variables. Where the sandbox's only way out is a proxy, `http`, `https` and `fetch`
 * are given connections through it; code that brings an agent of its own goes its own way.
 */
const http = require('node:http');
const https = require('node:https');
const net = require('node:net');
const tls = require('node:tls');

const DISPATCHER = Symbol.for('undici.globalDispatcher.1');
const KEEP_ALIVE = { keepAlive: true, timeout: 5000 };

/** Whether a host is the sandbox's own, which the proxy is not asked for. */
function isOwn(host) {
  const listed = (process.env.no_proxy ?? process.env.NO_PROXY ?? '').split(',');
  return listed.some((name) => name.trim() === host);
}

/** A connection to `host` by the proxy's CONNECT. */
function connectThrough(proxy, { host, port }, done) {
  const request = http.request({
    host: proxy.hostname,
    port: proxy.port,
    method: 'CONNECT',
    path: `${net.isIPv6(host) ? `[${host}]` : host}:${port}`,
    agent: new http.Agent(),
  });
  request.once('connect', ({ statusCode }, socket, head) => {
    if (statusCode === 200) return done(null, socket);
    socket.destroy();
    const reason = String(head).trim() || `the proxy answered ${statusCode}`;
    return done(Object.assign(new Error(reason), { code: 'ECONNREFUSED' }));
  });
  request.once('error', done);
  request.end();
}

function startTls(socket, options, done) {
  const secured = tls.connect({ ALPNProtocols: ['http/1.1'], ...options, socket });
  secured.once('secureConnect', () => done(null, secured));
  secured.once('error', done);
}

function agentThrough(proxy, Agent, secured) {
  return new (class extends Agent {
    createConnection(options, done) {
      const { host, port } = options;
      if (isOwn(host)) return super.createConnection(options, done);
      connectThrough(proxy, { host, port }, (error, socket) => {
        if (error !== null) done(error);
        else if (secured) startTls(socket, options, done);
        else done(null, socket);
      });
      return undefined;
    }
  })(KEEP_ALIVE);
}

/** What `fetch` opens its connections with. */
function fetchConnector(proxy) {
  return ({ hostname, port, protocol, servername }, done) => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const secured = protocol === 'https:';
    const target = { host, port: Number(port) || (secured ? 443 : 80) };
    const connected = (error, socket) => {
      if (error) done(error, null);
      else if (secured) startTls(socket, { servername: servername || host }, done);
      else done(null, socket);
    };
    if (!isOwn(host)) return connectThrough(proxy, target, connected);
    const socket = net.connect(target);
    socket.once('connect', () => connected(null, socket));
    socket.once('error', connected);
  };
}

/** Does nothing where there is no proxy, or where Node itself knows how. */
function useProxyOfSandbox() {
  const { HTTP_PROXY } = process.env;
  if (HTTP_PROXY === undefined) return;
  if (process.allowedNodeEnvironmentFlags.has('--use-env-proxy')) return;
  const proxy = new URL(HTTP_PROXY);
  http.globalAgent = agentThrough(proxy, http.Agent, false);
  https.globalAgent = agentThrough(proxy, https.Agent, true);
  // Naming one of its classes is what makes Node load `fetch`, with the agent it uses.
  if (globalThis.Headers === undefined || globalThis[DISPATCHER] === undefined) return;
  const { constructor: Agent } = globalThis[DISPATCHER];
  globalThis[DISPATCHER] = new Agent({ connect: fetchConnector(proxy) });
}

module.exports = { useProxyOfSandbox };
