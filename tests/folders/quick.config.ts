export default { retries: 0 }
