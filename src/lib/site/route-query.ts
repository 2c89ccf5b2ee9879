/**
 * The script at the head of a resource's page, for hosts that do not look at queries: who asked for json or xml gets the page
 * there, and is led on to the file before anything is painted. Where a host routes the query, the page never comes with one.
 */
export const ROUTE_SCRIPT = `
(function () {
  var type = new URLSearchParams(location.search).get('type')
  if ((type !== 'json' && type !== 'xml') || !/^https?:.*\\/$/.test(location.protocol + location.pathname)) return
  document.documentElement.hidden = true
  location.replace('index.' + type)
})()
`
